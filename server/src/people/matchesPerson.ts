import { foldText } from '@companion/contract/staff/foldText';

/** What a search compares of a person. */
export interface PersonTexts {
  /** First and last name, e-mail and organization, folded. A word is found in any of them, but not across two. */
  texts: string;
  /** E.164; empty while there is none. */
  phone: string;
}

/** How phone numbers are written. */
const PHONE_LIKE = /^[+\d(][\d\s().+-]*$/;
/** Fewer digits are in most numbers. */
const MIN_DIGITS = 3;

/**
 * Tells whom a search finds: each of its words is in the name, the e-mail or the organization; or the whole is a part of
 * the phone number, however that is written.
 */
export function personMatcher(search: string): (person: PersonTexts) => boolean {
  const words = [...new Set(foldText(search).split(/\s+/).filter(Boolean))];
  const digits = phoneDigits(search);
  return ({ texts, phone }) =>
    words.every((word) => texts.includes(word)) || (digits !== undefined && phone.includes(digits));
}

/** The texts as they are compared. */
export const comparedTexts = (texts: string[]): string => foldText(texts.join('|'));

/** The digits of what may be a part of a number, without the country's; undefined for other text. */
function phoneDigits(search: string): string | undefined {
  if (!PHONE_LIKE.test(search)) return undefined;
  const digits = search.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return undefined;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
