import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { isPictureName, pictureError } from '../event/pictureFile.ts';
import { MINUTE } from '../platform/time.ts';
import type { FetchPicture } from './fetchPicture.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { quote, shorten } from './readMoment.ts';

export interface SchedulePicture {
  /** The speaker's key in the schedule (distinguishPeople.ts). */
  key: string;
  /** Of the file name: `.png`. */
  ending: string;
  bytes: Uint8Array;
}

export interface SchedulePictures {
  pictures: SchedulePicture[];
  /** Pictures on the web, if fetching is not requested. */
  notFetched: { key: string; name: string; address: string }[];
}

/** Above the needs of any event: a schedule is not trusted. */
const MAX_PICTURES = 1000;
const MAX_TOTAL_BYTES = 200 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10 * MINUTE;
const FETCH_CONCURRENCY = 4;

/**
 * Collects the pictures of speakers: files in the folder of the schedule, and addresses on the web if `fetchPicture` is
 * given. A path that leads out of that folder is rejected: it could name any file of this machine.
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
      const why = 'is a path on the server of the schedule: add it to the pack by hand';
      warn(report, { name, picture: source.picture }, why);
      continue;
    }
    if (/^[a-z][a-z0-9+.-]+:/i.test(source.picture)) {
      onTheWeb.push({ key, name, address: source.picture });
      continue;
    }
    const ending = extname(source.picture).toLowerCase();
    const bytes = await readNextTo(source.picture, files);
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
  /** Undefined: pictures on the web are not fetched. */
  fetchPicture: FetchPicture | undefined;
  progress(state: string): void;
}

const warn = (report: ImportReport, { name, picture }: { name: string; picture: string }, why: string) =>
  report.add('speakers', 'warning', `${quote(name)} (${shorten(picture)})`, `the picture ${why}`);

/** Reports the pictures that `--fetch-pictures` would fetch. */
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
  const deadline = performance.now() + FETCH_TIMEOUT_MS;
  const addresses = [...new Set(wanted.map(({ address }) => address))];
  const found = new Map<string, Awaited<ReturnType<FetchPicture>>>();
  let bytes = 0;
  let asked = 0;
  const work = async () => {
    for (let address = addresses[asked++]; address !== undefined; address = addresses[asked++]) {
      const limit = exceededLimit({ count: found.size, bytes, isLate: performance.now() > deadline });
      const picture = limit ? { error: limit } : await fetchPicture(address);
      if ('bytes' in picture) bytes += picture.bytes.length;
      found.set(address, picture);
      progress(`${found.size} of ${addresses.length} pictures`);
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, work));
  return wanted.flatMap(({ key, name, address }) => {
    const picture = found.get(address) ?? { error: 'is not fetched' };
    if ('bytes' in picture) return { key, bytes: picture.bytes, ending: `.${picture.ending}` };
    warn(report, { name, picture: address }, picture.error);
    return [];
  });
}

function exceededLimit({
  count,
  bytes,
  isLate,
}: {
  count: number;
  bytes: number;
  isLate: boolean;
}): string | undefined {
  if (count >= MAX_PICTURES) return `is not fetched: an import fetches ${MAX_PICTURES} pictures at most`;
  if (bytes >= MAX_TOTAL_BYTES) return `is not fetched: an import fetches ${MAX_TOTAL_BYTES / 1024 / 1024} MB at most`;
  return isLate
    ? `is not fetched: an import fetches pictures for ${FETCH_TIMEOUT_MS / MINUTE} minutes at most`
    : undefined;
}

async function readNextTo(picture: string, files: string[]): Promise<Uint8Array | undefined> {
  for (const file of files) {
    try {
      const folder = await realpath(dirname(resolve(file)));
      const path = await realpath(join(folder, picture));
      if (path.startsWith(folder + sep)) return await readFile(path);
    } catch {
      // Missing or unreadable: the caller reports it with the speaker's name.
    }
  }
  return undefined;
}
