import { PICTURE_LIMIT, pictureEnding, pictureError } from '../event/pictureFile.ts';
import { type FetchPublicOptions, makeFetchPublic } from './fetchPublic.ts';

export type FetchedPicture = { bytes: Uint8Array; ending: string } | { error: string };
/** Fetches a picture from the web, or returns the reason for the failure. */
export type FetchPicture = (address: string) => Promise<FetchedPicture>;

export function makeFetchPicture(options?: FetchPublicOptions): FetchPicture {
  const fetchPublic = makeFetchPublic(
    { accept: 'image/webp, image/png, image/jpeg', maxBytes: PICTURE_LIMIT },
    options,
  );
  return async (address) => {
    const found = await fetchPublic(address);
    if ('error' in found) return found;
    const ending = pictureEnding(found.bytes);
    if (!ending) return { error: 'is not a png, jpg or webp picture' };
    const error = pictureError(`picture.${ending}`, found.bytes);
    return error ? { error } : { bytes: found.bytes, ending };
  };
}
