import { ORGANIZATION_TYPES } from '@companion/contract/account';

type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

/** Other spellings of the contract's types, as letters and digits only. */
const SYNONYMS: Record<string, OrganizationType> = {
  '8acertified': '8(a)',
  '8abusiness': '8(a)',
  hubzonecertified: 'HUBZone',
  servicedisabledveteranownedsmallbusiness: 'SDVOSB',
  womenownedsmallbusiness: 'WOSB',
  womanownedsmallbusiness: 'WOSB',
  minoritybusinessenterprise: 'MBE',
  largebusiness: 'Large',
  smallbusiness: 'Small',
};

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The organization type that an answer on a ticket form means.
 * @returns empty without an answer; undefined for an unknown type, or several at once
 */
export function organizationTypeOf(answer: string): OrganizationType | '' | undefined {
  if (answer === '') return '';
  // "Small Business (SB)" names the type twice, so the abbreviation is cut off; "8(a)" has none.
  const key = letters(answer.replace(/ \([A-Z]+\)$/, ''));
  return ORGANIZATION_TYPES.find((type) => letters(type) === key) ?? SYNONYMS[key];
}
