import { readFileSync } from 'node:fs';
import { repeatableRandom } from '@companion/testkit/repeatableRandom';
import { expect, test } from 'vitest';
import { editYamlList, editYamlMap } from './editYaml.ts';
import { parseYaml } from './yamlFile.ts';
import { plainOf, type WantedEntry, type WantedMap } from './yamlNodes.ts';

const SOURCE = `# The sessions, in the order of the house

# Morning

# Asked for by the mayor
- id: opening # stays first
  title: "Opening: words"
  body: |
    Come early.

    - bring *this*

  # room: Oak, if it rains
# Moved twice
- start: '09:00'   # sharp
  id: talk
  speakers: [ada, bo]   # in this order
  options:
    - one # first
    # rarely chosen
    - two

  fold: >-
    A long line
    that is folded

# Afternoon

- id: closing
  title: Grüße 🎉
  body: |+
    kept


- {id: flow, title: In one line} # odd

# The end
`;

/** The entries as they are. */
const entriesOf = (text: string): WantedEntry[] =>
  // The files of these tests are lists of maps.
  (parseYaml(text).data as WantedMap[]).map((fields, place) => ({ place, fields }));

test('editYamlList: what does not change keeps every byte', () => {
  expect(editYamlList(SOURCE, 'agenda.yaml', entriesOf(SOURCE))).toBe(SOURCE);
  for (const file of ['agenda', 'speakers', 'sponsors', 'campaigns'].map((name) => `${name}.yaml`)) {
    const text = readFileSync(new URL(`../../../events/demo/${file}`, import.meta.url), 'utf8');
    expect(editYamlList(text, file, entriesOf(text)), file).toBe(text);
  }
});

test('editYamlList: changed values keep their style, headings stay, and comments above an entry move with it', () => {
  const [opening, talk, closing, flow] = entriesOf(SOURCE) as [WantedEntry, WantedEntry, WantedEntry, WantedEntry];
  const after = editYamlList(SOURCE, 'agenda.yaml', [
    {
      place: 1,
      fields: { ...talk.fields, speakers: ['ada', 'cy'], options: ['one', 'three', 'two'], fold: 'New\nlines' },
    },
    { place: 0, fields: { ...opening.fields, title: 'Opening: all', subtitle: 'Hello', body: null } },
    { fields: { id: 'new', start: '10:00', title: 'New', speakers: ['ada'], body: 'Hi' } },
    closing,
    { place: 3, fields: { ...flow.fields, title: 'Changed: too' } },
  ]);
  expect(after).toBe(`# The sessions, in the order of the house

# Morning

# Asked for by the mayor
# Moved twice
- start: '09:00'   # sharp
  id: talk
  speakers: [ada, cy]   # in this order
  options:
    - one # first
    - three
    # rarely chosen
    - two

  fold: |
    New
    lines

- id: opening # stays first
  title: "Opening: all"
  subtitle: Hello

  # room: Oak, if it rains

- id: new
  start: '10:00'
  title: New
  speakers: [ada]
  body: |
    Hi

# Afternoon

- id: closing
  title: Grüße 🎉
  body: |+
    kept


- {id: flow, title: "Changed: too"} # odd

# The end
`);
});

test('editYamlList: empty files, files of comments, and lists in one line get entries as a person writes them', () => {
  const entry = { fields: { id: 'a', title: 'A', body: 'Hi' } };
  const written = '- id: a\n  title: A\n  body: |\n    Hi\n';
  expect(editYamlList('', 'a.yaml', [entry])).toBe(written);
  expect(editYamlList('# None yet.\n[] # so far\n', 'a.yaml', [entry])).toBe(`# None yet.\n# so far\n${written}`);
  expect(editYamlList('# None yet.', 'a.yaml', [entry])).toBe(`# None yet.\n${written}`);
  expect(editYamlList('[{id: b}, {id: c}]', 'a.yaml', [{ place: 1, fields: {} }, entry])).toBe(`- {id: c}\n${written}`);
  expect(editYamlList(`# Ours\n${written}`, 'a.yaml', [])).toBe('# Ours\n[]\n');
  expect(editYamlList('- id: b', 'a.yaml', [{ place: 0, fields: {} }, entry])).toBe(`- id: b\n\n${written}`);
});

test('editYamlMap: sets and removes keys, also in a map below', () => {
  const before = '# Us\nname: "Old" # name\nhelpDesk:\n  # day and night\n  email: a@example.com\n  phone: 1\n# end\n';
  expect(
    editYamlMap(before, 'event.yaml', {
      name: 'New',
      color: '#0e4a5a',
      helpDesk: { email: 'b@example.com', phone: '2' },
    }),
  ).toBe(
    '# Us\nname: "New" # name\ncolor: "#0e4a5a"\nhelpDesk:\n  # day and night\n  email: b@example.com\n  phone: 2\n# end\n',
  );
  expect(editYamlMap('', 'event.yaml', { id: 'x', helpDesk: { email: 'a', phone: '1' } })).toBe(
    'id: x\nhelpDesk:\n  email: a\n  phone: 1\n',
  );
});

test('editYaml: a byte order mark and the line ends of Windows stay', () => {
  const before = `\ufeff${SOURCE.replaceAll('\n', '\r\n')}`;
  const [opening, ...others] = entriesOf(SOURCE);
  const after = editYamlList(before, 'agenda.yaml', [
    { place: 0, fields: { ...opening?.fields, title: 'A' } },
    ...others,
  ]);
  expect(after).toBe(before.replace('Opening: words', 'A'));
});

test('editYaml: names the file and the line that cannot be read', () => {
  expect(() => editYamlList('- id: a\n  title: *b\n', 'agenda.yaml', [])).toThrow(
    'agenda.yaml:2 of the pack cannot be read',
  );
  expect(() => editYamlList('id: a', 'agenda.yaml', [])).toThrow('agenda.yaml of the pack is not a list');
  expect(() => editYamlMap('- a', 'event.yaml', {})).toThrow('event.yaml of the pack is not a map');
});

const TEXTS = [
  'plain',
  'with: colon',
  '# hash',
  '- list\n\n  deep',
  '\ttab',
  '"quoted"',
  "it's",
  '2026',
  'null',
  '*a',
  '| x',
];
TEXTS.push(
  'ü 🎉',
  'a # b',
  '---',
  '...\nb',
  'ends:',
  '{a}',
  '[b',
  'a\n\n\nb',
  '> q\n> r',
  '%x',
  '@y',
  '`z`',
  'a  b',
  '!t &u',
);
const OPTIONS = [[], ['a'], ['a', 'b: c'], ['b', 'a', '# x'], ['x, y', '[z']];

const COMMENTS = ['# The sessions', '# Morning', '# Asked for', '# stays first', '# Moved twice', '# sharp'];
COMMENTS.push('# Afternoon', '# odd', '# The end');

test('editYamlList: any edits leave what they should, and every comment of entries that stay', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = repeatableRandom(seed);
    let text = SOURCE;
    for (let round = 0; round < 4; round++) {
      const wanted = editAtRandom(entriesOf(text), `n${round}`, random);
      const after = editYamlList(text, 'agenda.yaml', wanted);
      expect(entriesOf(after).map(given), `seed ${seed}`).toEqual(wanted.map(given));
      for (const comment of COMMENTS) expect(after.split(comment).length, `seed ${seed}: ${comment}\n${after}`).toBe(2);
      text = after;
    }
  }
});

function editAtRandom(entries: WantedEntry[], newId: string, random: (name: string) => number): WantedEntry[] {
  const place = () => Math.floor(random('place') * entries.length);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random('pick') * items.length)] as Item;
  const wanted: WantedEntry[] = entries.map(({ place, fields }) => ({
    place,
    fields: {
      ...fields,
      ...(random('text') < 0.4 && { [pick(['title', 'body', 'fold', 'room'])]: pick([...TEXTS, null]) }),
      ...(random('list') < 0.2 && { [pick(['options', 'speakers'])]: pick(OPTIONS) }),
    },
  }));
  const moved = random('move') < 0.5 ? wanted.splice(place(), 1) : [];
  const added = random('add') < 0.5 ? [{ fields: { id: newId, title: pick(TEXTS), body: pick(TEXTS) } }] : [];
  wanted.splice(place(), 0, ...moved);
  wanted.splice(place(), 0, ...added);
  return wanted;
}

/** As a pack reads it. */
const given = ({ fields }: WantedEntry) =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (plainOf(value) ? [[key, plainOf(value)]] : [])));
