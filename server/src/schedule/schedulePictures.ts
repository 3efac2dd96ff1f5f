import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { isPictureName, pictureError } from '../event/pictureFile.ts';
import type { FetchPicture } from './fetchPicture.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { quote, shorten } from './moment.ts';

export interface SchedulePicture {
  /** What identifies the speaker in the schedule. */
  key: string;
  /** Of the file's name: `.png`. */
  ending: string;
  bytes: Uint8Array;
}

export interface SchedulePictures {
  pictures: SchedulePicture[];
  /** Those on the web that were not asked for. */
  notFetched: { key: string; name: string; address: string }[];
}

/** Above what any event needs: a schedule is somebody else's file. */
const MOST_FETCHED = 1000;
const MOST_BYTES = 200 * 1024 * 1024;
const LONGEST_FETCH = 10 * 60_000;
const FETCHED_AT_ONCE = 4;

/**
 * The pictures of speakers: files beside the schedule, and addresses on the web where `fetchPicture` may fetch them. A
 * path that leads out of the schedule's folder is none: what it names could be any file of this machine.
 */
export async function schedulePictures(
  speakers: ReadonlyMap<string, FoundSpeaker>,
  { files, fetchPicture, progress }: SchedulePictureOptions,
  report: ImportReport,
): Promise<SchedulePictures> {
  const pictures: SchedulePicture[] = [];
  const onTheWeb: SchedulePictures['notFetched'] = [];
  for (const [key, { name, source }] of speakers) {
    if (!source.picture) continue;
    if (source.picture.startsWith('/')) {
      const why = 'is a path on the server of the schedule: add it by hand';
      warn(report, { name, picture: source.picture }, why);
      continue;
    }
    if (/^[a-z][a-z0-9+.-]+:/i.test(source.picture)) {
      onTheWeb.push({ key, name, address: source.picture });
      continue;
    }
    const ending = extname(source.picture).toLowerCase();
    const bytes = await readBeside(source.picture, files);
    const error = !isPictureName(`x${ending}`)
      ? 'is not an svg, png, jpg or webp file'
      : bytes
        ? pictureError(`x${ending}`, bytes)
        : 'is not in the folder of the schedule';
    if (error || !bytes) warn(report, { name, picture: source.picture }, error ?? 'cannot be read');
    else pictures.push({ key, ending, bytes });
  }
  if (!fetchPicture) return { pictures, notFetched: onTheWeb };
  return { pictures: [...pictures, ...(await fetchAll(onTheWeb, { fetchPicture, progress }, report))], notFetched: [] };
}

export interface SchedulePictureOptions {
  files: string[];
  /** Undefined: none is fetched. */
  fetchPicture: FetchPicture | undefined;
  progress(state: string): void;
}

const warn = (report: ImportReport, { name, picture }: { name: string; picture: string }, why: string) =>
  report.add('speakers', 'warning', `${quote(name)} (${shorten(picture)})`, `the picture ${why}`);

/** Names the pictures that `--fetch-pictures` would fetch. */
export function reportNotFetched(notFetched: SchedulePictures['notFetched'], report: ImportReport): void {
  for (const { name, address } of notFetched) {
    warn(report, { name, picture: address }, 'is on the web: --fetch-pictures fetches it');
  }
}

async function fetchAll(
  wanted: SchedulePictures['notFetched'],
  { fetchPicture, progress }: { fetchPicture: FetchPicture; progress(state: string): void },
  report: ImportReport,
): Promise<SchedulePicture[]> {
  const deadline = performance.now() + LONGEST_FETCH;
  const addresses = [...new Set(wanted.map(({ address }) => address))];
  const found = new Map<string, Awaited<ReturnType<FetchPicture>>>();
  let bytes = 0;
  let asked = 0;
  const work = async () => {
    for (let address = addresses[asked++]; address !== undefined; address = addresses[asked++]) {
      const limit = whichLimit({ count: found.size, bytes, isLate: performance.now() > deadline });
      const picture = limit ? { error: limit } : await fetchPicture(address);
      if ('bytes' in picture) bytes += picture.bytes.length;
      found.set(address, picture);
      progress(`${found.size} of ${addresses.length} pictures`);
    }
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, work));
  return wanted.flatMap(({ key, name, address }) => {
    const picture = found.get(address) ?? { error: 'is not fetched' };
    if ('bytes' in picture) return { key, bytes: picture.bytes, ending: `.${picture.ending}` };
    warn(report, { name, picture: address }, picture.error);
    return [];
  });
}

function whichLimit({ count, bytes, isLate }: { count: number; bytes: number; isLate: boolean }): string | undefined {
  if (count >= MOST_FETCHED) return `is not fetched: an import fetches ${MOST_FETCHED} pictures at most`;
  if (bytes >= MOST_BYTES) return `is not fetched: an import fetches ${MOST_BYTES / 1024 / 1024} MB at most`;
  return isLate
    ? `is not fetched: an import fetches pictures for ${LONGEST_FETCH / 60_000} minutes at most`
    : undefined;
}

async function readBeside(picture: string, files: string[]): Promise<Uint8Array | undefined> {
  for (const file of files) {
    try {
      const folder = await realpath(dirname(resolve(file)));
      const path = await realpath(join(folder, picture));
      if (path.startsWith(folder + sep)) return await readFile(path);
    } catch {
      // Not there, or unreadable: reported above with the speaker's name.
    }
  }
  return undefined;
}
