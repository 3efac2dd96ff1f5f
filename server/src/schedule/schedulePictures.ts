import { readFile, realpath } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { isPictureName, pictureError } from '../event/pictureFile.ts';
import { MINUTE } from '../platform/time.ts';
import type { FetchedPicture, FetchPicture } from './fetchPicture.ts';
import type { FoundSpeaker } from './findSpeakers.ts';
import type { ImportReport } from './importReport.ts';
import { quote, shorten } from './readMoment.ts';

export interface SchedulePicture {
  /** The speaker's key in the schedule (distinguishPeople.ts). */
  key: string;
  /** Of the file name: `png`. */
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
    const { picture } = source;
    if (!picture) continue;
    if (/^[a-z][a-z0-9+.-]+:/i.test(picture)) {
      onTheWeb.push({ key, name, address: picture });
      continue;
    }
    const found = await readNextTo(picture, files);
    if ('error' in found) warn(report, { name, picture }, found.error);
    else pictures.push({ key, ...found });
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
  const found = new Map<string, FetchedPicture>();
  let bytes = 0;
  let asked = 0;
  const work = async () => {
    for (let address = addresses[asked++]; address !== undefined; address = addresses[asked++]) {
      const limit =
        (found.size >= MAX_PICTURES && `${MAX_PICTURES} pictures`) ||
        (bytes >= MAX_TOTAL_BYTES && `${MAX_TOTAL_BYTES / 1024 / 1024} MB`) ||
        (performance.now() > deadline && `pictures for ${FETCH_TIMEOUT_MS / MINUTE} minutes`);
      const picture = limit
        ? { error: `is not fetched: an import fetches ${limit} at most` }
        : await fetchPicture(address);
      if ('bytes' in picture) bytes += picture.bytes.length;
      found.set(address, picture);
      progress(`${found.size} of ${addresses.length} pictures`);
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, work));
  return wanted.flatMap(({ key, name, address }) => {
    const picture = found.get(address) ?? { error: 'is not fetched' };
    if ('bytes' in picture) return { key, ...picture };
    warn(report, { name, picture: address }, picture.error);
    return [];
  });
}

async function readNextTo(picture: string, files: string[]): Promise<FetchedPicture> {
  if (picture.startsWith('/')) {
    return { error: 'is a path on the server of the schedule: add it to the pack by hand' };
  }
  const ending = extname(picture).slice(1).toLowerCase();
  if (!isPictureName(`x.${ending}`)) return { error: 'is not an svg, png, jpg or webp file' };
  for (const file of files) {
    try {
      const folder = await realpath(dirname(resolve(file)));
      const path = await realpath(join(folder, picture));
      if (!path.startsWith(folder + sep)) continue;
      const bytes = await readFile(path);
      const error = pictureError(`x.${ending}`, bytes);
      return error ? { error } : { bytes, ending };
    } catch {
      // Missing or unreadable here: it may be next to the other file.
    }
  }
  return { error: 'is not in the folder of the schedule' };
}
