import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containsText } from '../platform/db/containsText.ts';
import type { Services } from '../platform/services.ts';

/** What a search compares: a word is found in any of them, but not across two. */
const TEXTS = ['first_name', 'last_name', 'email', 'organization_name'];
/** How phone numbers are written. */
const PHONE_LIKE = /^[+\d(][\d\s().+-]*$/;
/** Fewer digits are in most numbers. */
const MIN_DIGITS = 3;

/**
 * The text compared by its bytes. With another collation PostgreSQL takes many times as long for the lower case of a
 * text. SQLite compares so anyway.
 */
export const byBytes = ({ config }: Pick<Services, 'config'>, text: RawBuilder<string>): RawBuilder<string> =>
  config.databaseUrl ? sql`(${text}) collate "C"` : sql`(${text})`;

/**
 * Whether a row of `accounts` is found by a search: each of its words is in the name, the e-mail or the organization; or
 * the whole is a part of the phone number, however that is written.
 */
export function matchesPerson(services: Pick<Services, 'config'>, search: string): RawBuilder<SqlBool> {
  const texts = byBytes(services, sql`${sql.join(TEXTS.map(sql.ref), sql` || '|' || `)}`);
  const words = search.split(/\s+/).filter(Boolean);
  const contained = words.map((word) => containsText(texts, word));
  const inTexts = sql<SqlBool>`(${sql.join(contained, sql` and `)})`;
  const digits = phoneDigits(search);
  return digits === undefined ? inTexts : sql<SqlBool>`(${inTexts} or phone_e164 like ${`%${digits}%`})`;
}

/** The digits of what may be a part of a number, without the country's; undefined for other text. */
function phoneDigits(search: string): string | undefined {
  if (!PHONE_LIKE.test(search)) return undefined;
  const digits = search.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return undefined;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
