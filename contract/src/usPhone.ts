import { AsYouType, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import { usPhoneMetadata } from './usPhoneMetadata.ts';

function parse(text: string): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(text, 'US', usPhoneMetadata);
  // A number of another country is not of the one that the metadata know, or not valid there.
  return phone?.isValid() && phone.country === 'US' ? phone : undefined;
}

/** §5, §9: a valid US number in any spelling, with or without an extension. */
export const isUsPhone = (text: string): boolean => parse(text) !== undefined;

/** `+12025550143`: one number, one spelling. The extension is not part of it. Undefined when not a US number. */
export const toE164 = (text: string): string | undefined => parse(text)?.number;

/** `(202) 555-0143`, as it is stored and shown (§3). Undefined when not a US number. */
export const toNational = (text: string): string | undefined => parse(text)?.formatNational();

/** What the person has typed so far, laid out as a US number. */
export const formatAsTyped = (text: string): string => new AsYouType('US', usPhoneMetadata).input(text);
