import { contentItem } from '@companion/testkit/contentItem';
import { expect, test } from 'vitest';
import { searchDocuments } from './searchDocuments.ts';
import { buildSearchIndex } from './searchIndex.ts';

type Given = Partial<Parameters<typeof contentItem>[0]> & { id: string };

const session = (given: Given) => contentItem({ type: 'Agenda', category: 'Day 1', ...given });
const speaker = (given: Given) =>
  contentItem({ type: 'Speaker', category: 'Speakers', campaignId: 'speakers', ...given });
const sponsor = (given: Given) =>
  contentItem({ type: 'Agenda', category: 'Sponsor', campaignId: 'sponsors', ...given });

const indexOf = (...items: Parameters<typeof searchDocuments>[0]) =>
  buildSearchIndex(searchDocuments(items), (html) => html.replaceAll(/<[^>]*>/g, ' '));

/** The titles that are found, the best first. */
const titles = async (query: string, ...items: Parameters<typeof searchDocuments>[0]) =>
  (await indexOf(...items)).find(query).found.map(({ document }) => document.title);

test.each([
  ['a beginning', 'kub', 'Kubernetes at Home'],
  ['a beginning of each word', 'hom kub', 'Kubernetes at Home'],
  ['a typing error', 'kubernets', 'Kubernetes at Home'],
  ['swapped letters in a beginning', 'kuebr', 'Kubernetes at Home'],
  ['other accents', 'ZÜRICH', 'Zurich by Night'],
  ['an accent apart from its letter', 'Zu\u0308rich', 'Zurich by Night'],
  ['ss for ß', 'strasse', 'Die Straße'],
  ['ß for ss', 'Straße', 'Die Straße'],
  ['o for ø', 'soren', 'Søren Łukasiewicz'],
  ['oe for ø', 'soeren', 'Søren Łukasiewicz'],
  ['l for ł', 'lukasiewicz', 'Søren Łukasiewicz'],
  ['Cyrillic', 'елка', 'Новогодняя ёлка'],
  ['a word within a script without spaces', 'タワー', '東京タワーの話'],
  ['a long query of such a script', '東京タワーの話', '東京タワーの話'],
  ['two words for one', 'hub zone', 'HUBZone Basics'],
  ['one word for two', 'setaside', 'A Set-Aside'],
  ['no punctuation', '8a', 'The 8(a) Program'],
  ['its punctuation', '8(a)', 'The 8(a) Program'],
])('search: finds by %s', async (_, query, title) => {
  const names = [
    ...['Kubernetes at Home', 'Zurich by Night', 'Die Straße', 'Søren Łukasiewicz', 'Новогодняя ёлка'],
    ...['東京タワーの話', 'HUBZone Basics', 'A Set-Aside', 'The 8(a) Program'],
  ];
  expect(await titles(query, ...names.map((name) => session({ id: name })))).toEqual([title]);
});

test('search: a title comes before a speaker, a speaker before a text, and what was typed right before an error', async () => {
  const items = [
    session({ id: 'Text', body: '<p>whitlock whitlock whitlock whitlock</p>' }),
    session({ id: 'Whitlack' }),
    session({ id: 'Spoken', speakerIds: ['ada'] }),
    session({ id: 'Subtitled', subtitle: 'with Whitlock' }),
    session({ id: 'The long way from a first idea to what Whitlock and her many colleagues made of it in the end' }),
    speaker({ id: 'ada', title: 'Adaeze Whitlock' }),
  ];
  expect(await titles('whitlock', ...items)).toEqual([
    'Adaeze Whitlock',
    expect.stringContaining('The long way'),
    'Spoken',
    'Subtitled',
    'Text',
    'Whitlack',
  ]);
});

test('search: a day of the week finds its sessions, after those that name it', async () => {
  const items = [
    session({ id: 'Opening', startDate: '2026-06-09T14:00:00Z' }),
    session({ id: 'Closing', startDate: '2026-06-10T14:00:00Z' }),
    session({ id: 'What to do before Tuesday', startDate: '2026-06-10T14:00:00Z' }),
  ];
  expect(await titles('tuesd', ...items)).toEqual(['What to do before Tuesday', 'Opening']);
  expect(await titles('opening tuesday', ...items)).toEqual(['Opening']);
});

test('search: a whole word comes before the beginning of another', async () => {
  expect(await titles('java', session({ id: 'JavaScript' }), session({ id: 'Java' }))).toEqual(['Java', 'JavaScript']);
});

test('search: a short word that is known has no typing error, a longer one may', async () => {
  const items = [
    session({ id: 'Party' }),
    session({ id: 'Past' }),
    session({ id: 'Panel' }),
    session({ id: 'Panels' }),
  ];
  expect(await titles('part', ...items)).toEqual(['Party']);
  expect(await titles('panels', ...items)).toEqual(['Panels', 'Panel']);
});

test('search: sessions, speakers, sponsors and rooms', async () => {
  const index = await indexOf(
    session({ id: 'Opening', room: 'Gold Room' }),
    session({ id: 'Closing', room: 'Gold Room', sponsor: 'Heronfield' }),
    sponsor({ id: 'Heronfield', tier: 'Gold', room: 'Booth 4' }),
    speaker({ id: 'Ada', subtitle: 'Goldsmith' }),
  );
  const found = (query: string) => index.find(query).found.map(({ document: { kind, title } }) => `${kind} ${title}`);
  expect(found('gold')).toEqual([
    'room Gold Room',
    'session Opening',
    'session Closing',
    'sponsor Heronfield',
    'speaker Ada',
  ]);
  expect(found('booth')).toEqual(['sponsor Heronfield']);
  expect(found('heron')).toEqual(['sponsor Heronfield', 'session Closing']);
  expect(index.documents.filter(({ kind }) => kind === 'room')).toHaveLength(1);
});

test('search: where nothing has all words, what has some of them', async () => {
  const index = await indexOf(session({ id: 'Lunch' }), session({ id: 'Lunch and Awards' }), session({ id: 'Dinner' }));
  const { found, isPartial } = index.find('lunch awards tomorrow');
  expect(isPartial).toBe(true);
  expect(found.map(({ document }) => document.title)).toEqual(['Lunch and Awards', 'Lunch']);
  expect(index.find('lunch awards').isPartial).toBe(false);
  expect(index.find('breakfast tomorrow')).toEqual({ found: [], isPartial: false });
});

test('search: tells which words matched, and whether only the text has one of them', async () => {
  const index = await indexOf(session({ id: 'On Bonds', body: '<p>Sureties write <b>bonds</b>.</p>' }));
  const [inTitle] = index.find('bonds').found;
  expect([...(inTitle?.terms.keys() ?? [])]).toEqual(['bonds']);
  expect(inTitle?.isInBody).toBe(false);
  expect(index.find('bonds suretes').found[0]).toMatchObject({ isInBody: true });
});

test.each(['', ' ', '…', '(', '\u0301', '*', 'constructor', '__proto__'])(
  'search: “%s” finds nothing',
  async (query) => {
    expect(await titles(query, session({ id: 'Opening' }))).toEqual([]);
  },
);
