import type { Programme } from '@companion/contract/staff/programme';

/**
 * A programme as a pack has it: without the pictures that no entry names, such as those of earlier entries, and with the
 * questions in the order of their campaigns.
 */
export function asPackHasIt(programme: Programme): Programme {
  const { campaigns, questions, speakers, sponsors } = programme;
  const named = new Set([
    ...speakers.map(({ picture }) => `speakers/${picture}`),
    ...sponsors.map(({ logo }) => `sponsors/${logo}`),
  ]);
  const pictures = Object.entries(programme.pictures).filter(([name]) => !name.includes('/') || named.has(name));
  const places = new Map(campaigns.map(({ id }, place) => [id, place]));
  const placeOf = ({ campaign }: (typeof questions)[number]) => places.get(String(campaign)) ?? campaigns.length;
  return {
    ...programme,
    pictures: Object.fromEntries(pictures),
    questions: questions.toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
}
