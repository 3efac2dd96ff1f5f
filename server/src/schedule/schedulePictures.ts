import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { isPictureName, pictureError } from '../event/pictureFile.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { quote } from './moment.ts';

export interface SchedulePicture {
  /** What identifies the speaker in the schedule. */
  key: string;
  /** Of the file's name: `.png`. */
  ending: string;
  bytes: Uint8Array;
}

/**
 * The pictures that lie as files beside the schedule; those on the web are not fetched. A path that leads out of
 * the schedule's folder is none: what it names could be any file of this machine.
 */
export async function schedulePictures(
  speakers: ReadonlyMap<string, FoundSpeaker>,
  files: string[],
  report: ImportReport,
): Promise<SchedulePicture[]> {
  const pictures: SchedulePicture[] = [];
  let onTheWeb = 0;
  for (const [key, { name, source }] of speakers) {
    if (!source.picture) continue;
    if (/^[a-z][a-z0-9+.-]+:|^\//i.test(source.picture)) {
      onTheWeb += 1;
      continue;
    }
    const warn = (why: string) =>
      report.add('speakers', 'warning', `${quote(name)}: the picture ${quote(source.picture ?? '')} ${why}`);
    const bytes = await readBeside(source.picture, files);
    const ending = extname(source.picture).toLowerCase();
    const error = !isPictureName(`x${ending}`)
      ? 'is no svg, png, jpg or webp file'
      : bytes
        ? pictureError(`x${ending}`, bytes)
        : 'is not in the folder of the schedule';
    if (error || !bytes) warn(error ?? 'cannot be read');
    else pictures.push({ key, ending, bytes });
  }
  if (onTheWeb > 0) {
    report.add('speakers', 'warning', `${onTheWeb} pictures are on the web and are not fetched: add them by hand`);
  }
  return pictures;
}

async function readBeside(picture: string, files: string[]): Promise<Uint8Array | undefined> {
  for (const file of files) {
    try {
      const folder = await realpath(dirname(resolve(file)));
      const path = await realpath(join(folder, picture));
      if (path.startsWith(folder + sep)) return await readFile(path);
    } catch {
      // Not there, or not to be read: told above, by the speaker's name.
    }
  }
  return undefined;
}
