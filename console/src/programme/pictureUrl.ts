import { PROGRAMME_PICTURE_PATH } from '@companion/contract/staff/programme';
import type { PictureFile } from '@companion/web/ui/Picture.tsx';
import { textOf } from './programmeEdits.ts';
import type { Draft } from './useProgramme.ts';

/** Where the pictures of the pack are. */
export type PicturePlace = 'logo' | 'speakers' | 'sponsors';

/** The event's logo: `logo.svg`, or another type of picture. */
export const isLogo = (path: string): boolean => path.startsWith('logo.');

/** A picture of the draft as it was uploaded: its copies for phones are made when it is published. */
export const pictureFile = (sha256: string): PictureFile => ({
  src: `/api${PROGRAMME_PICTURE_PATH}${sha256}`,
  width: undefined,
  height: undefined,
  sources: [],
});

/** The picture of an entry by the name that its field has; undefined without one. */
export function pictureOf(
  { programme }: Draft,
  place: PicturePlace,
  name: string,
  uploaded: Record<string, string> = {},
): PictureFile | undefined {
  const path = place === 'logo' ? name : `${place}/${name}`;
  const sha256 = uploaded[path] ?? textOf(programme.pictures[path]);
  return name && sha256 ? pictureFile(sha256) : undefined;
}
