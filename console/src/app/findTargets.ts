/** Where the palette can go. */
export interface Target {
  path: string;
  label: string;
  /** What it is: a screen, a member, the campaign of a poll. */
  kind: string;
}

const MAX_FOUND = 50;

/** The targets that contain every word of the text, those that begin with it first. */
export function findTargets(targets: Target[], text: string): Target[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const fits = ({ label, kind }: Target) => words.every((word) => fold(`${label} ${kind}`).includes(word));
  const begins = ({ label }: Target) => fold(label).startsWith(words.join(' '));
  const found = targets.filter(fits);
  return [...found.filter(begins), ...found.filter((target) => !begins(target))].slice(0, MAX_FOUND);
}

/** Without case and accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
