import type { ContentItem } from '@companion/contract/content';
import { contentItem } from '@companion/testkit/contentItem';
import { describe, expect, test } from 'vitest';
import { sponsorAddress, sponsorTiers } from './sponsorTiers.ts';

const sponsor = (id: string, changed: Partial<ContentItem> = {}): ContentItem =>
  contentItem({ id, campaignId: 'sponsors', type: 'Agenda', category: 'Sponsor', ...changed });

const see = (content: ContentItem[]) =>
  sponsorTiers(content).map(({ name, sponsors }) => `${name}: ${sponsors.map(({ id }) => id).join(', ')}`);

describe('sponsors by tier (§2)', () => {
  test('tiers are in the order of the list, which is that of the event, and sponsors without one have a heading', () => {
    const tiers = ['Platinum', 'Gold', 'Platinum', null];
    expect(see(tiers.map((tier, index) => sponsor(`${index}`, { tier })))).toEqual([
      'Platinum: 0, 2',
      'Gold: 1',
      'Sponsors: 3',
    ]);
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
