import { ORGANIZATION_TYPES } from '@companion/contract/account';

type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

/** How people and forms write the types of the contract, besides their own names; letters and digits only. */
const ALSO: Record<string, OrganizationType> = {
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
 * The type that a ticket form's answer means.
 * @returns empty where nothing was answered; undefined for what is none of the contract's, or several at once
 */
export function organizationTypeOf(answer: string): OrganizationType | '' | undefined {
  if (answer === '') return '';
  // "Small Business (SB)" and "Women-Owned Small Business (WOSB)" name it twice; "8(a)" is a name of its own.
  const key = letters(answer.replace(/ \([A-Z]+\)$/, ''));
  return ORGANIZATION_TYPES.find((type) => letters(type) === key) ?? ALSO[key];
}
