import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { usPhoneMetadata } from './usPhoneMetadata.ts';

/** A US phone number in its two spellings. */
export interface UsPhone {
  /** `(202) 555-0143`, as it is stored and shown (§3). */
  national: string;
  /** `+12025550143`: one number, one spelling. The extension is not part of it. */
  e164: string;
}

/** RFC 3966 addresses: people do not type them, and the library parses the same one differently each time. */
const ADDRESS = /tel:|phone-context/i;

/** Reads a US number in any spelling, with or without an extension (§5, §9). Undefined when it is none. */
export function readUsPhone(text: string): UsPhone | undefined {
  if (ADDRESS.test(text)) return undefined;
  const phone = parsePhoneNumberFromString(text, 'US', usPhoneMetadata);
  // A number of another country is not of the one that the metadata know, or not valid there.
  if (!phone?.isValid() || phone.country !== 'US') return undefined;
  return { national: phone.formatNational(), e164: phone.number };
}

export const isUsPhone = (text: string): boolean => readUsPhone(text) !== undefined;

/** {@link UsPhone.e164}; undefined when not a US number. */
export const toE164 = (text: string): string | undefined => readUsPhone(text)?.e164;

/** {@link UsPhone.national}; undefined when not a US number. */
export const toNational = (text: string): string | undefined => readUsPhone(text)?.national;

/** What the person has typed so far, laid out as a US number. */
export const formatAsTyped = (text: string): string => new AsYouType('US', usPhoneMetadata).input(text);
