import { isUsPhone, toE164, toNational } from '@companion/contract/usPhone';
import { usPhoneMetadata } from '@companion/contract/usPhoneMetadata';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { usMetadata } from './writePhoneMetadata.ts';

test('phones: the committed metadata match the installed library (`npm run phone-metadata` writes them)', () => {
  expect(usPhoneMetadata).toEqual(usMetadata());
});

test('phones: with only the metadata of the United States, every number is read as with those of all countries', () => {
  const ends = ['555-0143', '200-0000', '155-0143', '911-1234'];
  const numbers = [
    ...Array.from({ length: 1000 }, (_, area) => ends.map((end) => `${String(area).padStart(3, '0')}-${end}`)).flat(),
    ...[
      '+44 20 7946 0958',
      '+49 30 901820',
      '+52 55 1234 5678',
      '+1 416 555 0143',
      '+1 242 322 1234',
      '+7 495 1234567',
    ],
    ...[
      '1 (202) 555-0143 ext. 12',
      '+12025550143',
      '2025550143;ext=7',
      '011 44 20 7946 0958',
      '310-1234',
      '',
      'x',
      '+',
    ],
  ];
  const byAll = (text: string) => {
    const phone = parsePhoneNumberFromString(text, 'US');
    return phone?.isValid() && phone.country === 'US' ? [true, phone.number, phone.formatNational()] : [false];
  };
  const byOurs = (text: string) => (isUsPhone(text) ? [true, toE164(text), toNational(text)] : [false]);
  const differing = numbers.filter((text) => JSON.stringify(byOurs(text)) !== JSON.stringify(byAll(text)));
  expect(differing).toEqual([]);
  expect(numbers.filter(isUsPhone).length).toBeGreaterThan(500);
});
