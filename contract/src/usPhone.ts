import { AsYouType, parseIncompletePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { usPhoneMetadata } from './usPhoneMetadata.ts';

/** A US phone number in two formats. */
export interface UsPhone {
  /** `(202) 555-0143`, as it is stored and shown (§3). */
  national: string;
  /** `+12025550143`, without an extension: the canonical format. */
  e164: string;
}

/** RFC 3966 addresses: people do not type them, and the library parses them inconsistently. */
const ADDRESS = /tel:|phone-context/i;

/** Reads a US number in any format, with or without an extension (§5, §9). Undefined if it is not one. */
export function readUsPhone(text: string): UsPhone | undefined {
  if (ADDRESS.test(text)) return undefined;
  const phone = parsePhoneNumberFromString(text, 'US', usPhoneMetadata);
  // The metadata know one country only, so a foreign number has another country or is not valid.
  if (!phone?.isValid() || phone.country !== 'US') return undefined;
  return { national: phone.formatNational(), e164: phone.number };
}

export const isUsPhone = (text: string): boolean => readUsPhone(text) !== undefined;

/** {@link UsPhone.e164}; undefined when not a US number. */
export const toE164 = (text: string): string | undefined => readUsPhone(text)?.e164;

/** {@link UsPhone.national}; undefined when not a US number. */
export const toNational = (text: string): string | undefined => readUsPhone(text)?.national;

/** Formats the input so far as a US number, whatever stands around its digits and the `+` before them. */
export const formatAsTyped = (text: string): string =>
  // Of a text whose `+` comes after anything else, the library's formatter keeps nothing.
  new AsYouType('US', usPhoneMetadata).input(parseIncompletePhoneNumber(text));
