import { foldText } from '@companion/contract/staff/foldText';
import { hasWords } from '../page/hasWords.ts';

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
  const start = foldText(text).trim().replace(/\s+/g, ' ');
  const fits = ({ label, kind }: Target) => hasWords(`${label} ${kind}`, text);
  const begins = ({ label }: Target) => foldText(label).startsWith(start);
  const found = targets.filter(fits);
  return [...found.filter(begins), ...found.filter((target) => !begins(target))].slice(0, MAX_FOUND);
}
