import { reject, rejectFields, unavailable } from '../platform/domainError.ts';
import { describePicture, sizeOddity } from './describePicture.ts';
import { endingOfName, type PictureEnding, pictureEnding } from './pictureFile.ts';
import { PictureProcess, type ProcessOptions } from './pictureProcess.ts';

/** Photos that wait for the process. */
const WAITING_MAX = 20;

type PhotoEnding = Exclude<PictureEnding, 'svg'>;

/** What kind of photo it is by its content; undefined for anything else. */
export function photoEnding(content: Uint8Array): PhotoEnding | undefined {
  const ending = pictureEnding(content);
  if (!ending) return undefined;
  const type = endingOfName(`picture.${ending}`);
  return type === 'svg' ? undefined : type;
}

/**
 * Makes photos that are uploaded again from their pixels alone, in a process of its own: what else is in a file, such as
 * where it was taken or another document, does not get into the database.
 */
export class PhotoCleaner {
  readonly #process: PictureProcess;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: ProcessOptions = {}) {
    this.#process = new PictureProcess(options);
  }

  /**
   * @param longestSide in pixels: a larger one is made smaller
   * @throws DomainError `invalid` for what is no photo, `unavailable` if none can be made now
   */
  async clean(content: Buffer, type: PhotoEnding, longestSide: number): Promise<Buffer> {
    const info = describePicture(content) ?? invalid('This picture cannot be read');
    const oddity = sizeOddity(info, content);
    if (oddity) invalid(`This picture ${oddity}`);
    if (this.#waiting >= WAITING_MAX) throw unavailable();
    this.#waiting += 1;
    const answer = this.#last.then(() => this.#process.ask({ clean: content, type, longestSide }));
    this.#last = answer.finally(() => {
      this.#waiting -= 1;
    });
    const { cleaned, fault } = await answer;
    if (cleaned) return Buffer.from(cleaned);
    if (fault === 'picture') invalid('This picture cannot be read');
    return reject('unavailable', 'This server cannot work on photos. Ask its operator.');
  }

  close(): void {
    this.#process.close();
  }
}

const invalid = (message: string): never => rejectFields({ content: message });
