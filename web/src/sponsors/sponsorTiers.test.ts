import type { ContentItem } from '@companion/contract/content';
import { DEFAULT_TIERS } from '@companion/contract/eventDefaults';
import { contentItem } from '@companion/testkit/contentItem';
import { describe, expect, test } from 'vitest';
import { sponsorAddress, sponsorTiers } from './sponsorTiers.ts';

const sponsor = (id: string, changed: Partial<ContentItem> = {}): ContentItem =>
  contentItem({ id, campaignId: 'sponsors', type: 'Agenda', category: 'Sponsor', ...changed });

const see = (content: ContentItem[], tiers = DEFAULT_TIERS) =>
  sponsorTiers(content, tiers).map(({ name, sponsors }) => `${name}: ${sponsors.map(({ id }) => id).join(', ')}`);

describe('sponsors by tier (§2)', () => {
  test('tiers are in the order of §2, unknown ones last, empty ones left out', () => {
    const tiers = ['Bronze', 'A/V', 'Silver', 'Gold', 'Event', 'Platinum', 'Registration + Platinum'];
    expect(see([...tiers.map((tier) => sponsor(tier, { tier })), sponsor('no tier')])).toEqual([
      'Registration + Platinum: Registration + Platinum',
      'Platinum: Platinum',
      'Event: Event',
      'Gold: Gold',
      'Silver: Silver',
      'A/V: A/V',
      'Bronze: Bronze',
      'Sponsors: no tier',
    ]);
  });

  test('an event with tiers of its own has their order', () => {
    const sponsors = ['Gold', 'Leinwand', 'Halle'].map((tier) => sponsor(tier, { tier }));
    expect(see(sponsors, ['Halle', 'Leinwand'])).toEqual(['Halle: Halle', 'Leinwand: Leinwand', 'Gold: Gold']);
  });

  test('sponsors of a tier keep their order, and other content is left out', () => {
    const gold = { tier: 'Gold' };
    expect(see([sponsor('b', gold), sponsor('keynote', { ...gold, category: 'Day 1' }), sponsor('a', gold)])).toEqual([
      'Gold: b, a',
    ]);
    expect(see([])).toEqual([]);
  });
});

test.each([
  ['https://acme.example/a?b=c', 'https://acme.example/a?b=c'],
  ['http://acme.example', 'http://acme.example/'],
  ['javascript:alert(1)', undefined],
  [' java\nscript:alert(1)', undefined],
  ['data:text/html,<script>alert(1)</script>', undefined],
  ['//acme.example', undefined],
  ['acme.example', undefined],
  ['', undefined],
  [null, undefined],
])('the address %j leads to %j', (url, address) => {
  expect(sponsorAddress(sponsor('acme', { url }))).toBe(address);
});
