import type { Programme } from '@companion/contract/staff/programme';

/** Without the pictures that no entry names, such as those of earlier entries: a pack does not have them. */
export function withoutUnusedPictures(programme: Programme): Programme {
  const named = new Set([
    ...programme.speakers.map(({ picture }) => `speakers/${picture}`),
    ...programme.sponsors.map(({ logo }) => `sponsors/${logo}`),
  ]);
  const pictures = Object.entries(programme.pictures).filter(([name]) => !name.includes('/') || named.has(name));
  return { ...programme, pictures: Object.fromEntries(pictures) };
}
