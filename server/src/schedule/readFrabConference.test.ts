import { testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from '../platform/time.ts';

async function prepare() {
  const setup = await testImport();
  onTestFinished(setup.remove);
  return setup;
}

/** An event as frab's first version writes it. */
const event = (id: number, start: string, more: Record<string, unknown> = {}) => ({
  id,
  guid: `00000000-0000-4000-8000-00000000000${id}`,
  logo: null,
  date: `2026-11-20T${start}:00-05:00`,
  start,
  duration: '00:45',
  room: 'Oak',
  title: `Talk ${id}`,
  subtitle: '',
  track: 'Pricing',
  type: 'lecture',
  language: 'en',
  abstract: '',
  description: '',
  persons: [{ id: 40 + id, public_name: `Speaker ${id}` }],
  links: [],
  ...more,
});

const schedule = (rooms: Record<string, unknown[]>, conference: Record<string, unknown> = {}) => ({
  schedule: {
    version: '1.0',
    conference: {
      acronym: 'sum26',
      title: 'Autumn Summit',
      time_zone_name: 'America/New_York',
      days: [
        {
          index: 1,
          date: '2026-11-20',
          day_start: '2026-11-20T04:00:00-05:00',
          day_end: '2026-11-21T03:59:00-05:00',
          rooms,
        },
      ],
      ...conference,
    },
  },
});

const XML = `<?xml version="1.0" encoding="ENCODING"?>
<!-- made by a test -->
<schedule>
  <version>1.0</version>
  <conference><title>Autumn Summit</title><acronym>sum26</acronym><days>1</days><day_change>04:00:00</day_change></conference>
  <day index="1" date="2026-11-20">
    <room name="Oak">
      <event id="1" guid="00000000-0000-4000-8000-000000000001">
        <date>2026-11-20T09:00:00-05:00</date><start>09:00</start><duration>00:45</duration><room>Oak</room>
        <title>Q&amp;A &#8211; d&#233;j&#xe0;</title><subtitle/><track>Pricing</track><type>lecture</type>
        <abstract>&lt;p&gt;Bring &lt;b&gt;questions&lt;/b&gt;.&lt;/p&gt;</abstract>
        <description><![CDATA[<ul><li>a < b</li></ul><script>alert(1)</script>]]></description>
        <persons><person id="41">Zoë Ny</person><person>Ed Only</person></persons>
      </event>
      <event id="2"><start>00:30</start><duration>01:00</duration><title>Nightcap</title><description>So <p>ends</p><p>the <b>day</b></p></description></event>
    </room>
    <room name="Elm"/>
  </day>
</schedule>
`;

test("readFrabConference: frab's schedule JSON becomes agenda and speakers", async () => {
  const { write, run, read } = await prepare();
  await write({
    'schedule.json': schedule({
      Oak: [
        event(1, '09:00', {
          subtitle: 'With numbers',
          abstract: 'In short.',
          description: 'In short.\r\n\r\nAt length.',
        }),
        event(2, '10:00', { track: null, persons: [{ id: 41, public_name: 'Speaker 1' }] }),
      ],
      Elm: [event(3, '10:30', { room: null, type: 'workshop', track: '', persons: [] })],
    }),
  });

  expect((await run(['schedule.json'])).code).toBe(0);
  const pack = await read();
  expect([pack.event.name, pack.event.id]).toEqual(['Autumn Summit', 'autumn-summit']);
  expect(
    pack.content.map(({ id, title, subtitle, category, room, speaker_ids, body }) =>
      [id, title, subtitle, category, room, speaker_ids, body].join(' | '),
    ),
  ).toEqual([
    'frab-00000000-0000-4000-8000-000000000001 | Talk 1 | With numbers · Pricing | Day 1 | Oak | ["frab-speaker-41"] | <p>In short.</p>\n<p>At length.</p>',
    'frab-00000000-0000-4000-8000-000000000002 | Talk 2 |  | Breakout Sessions | Oak | ["frab-speaker-41"] | ',
    'frab-00000000-0000-4000-8000-000000000003 | Talk 3 | workshop | Breakout Sessions | Elm | [] | ',
    'frab-speaker-41 | Speaker 1 |  | Speakers |  | [] | ',
  ]);
});

test("readFrabConference: pretalx's schedule JSON is read: codes as ids, texts in several languages, biographies, cancelled talks", async () => {
  const { write, run, read } = await prepare();
  await write({
    'schedule.json': schedule({
      Oak: [
        {
          guid: 'ee11',
          code: 'AB3XYZ',
          date: '2026-11-20T09:00:00-05:00',
          start: '09:00',
          duration: '1:30',
          room: { de: 'Eiche', en: 'Oak' },
          title: { de: 'Eröffnung', en: 'Opening' },
          track: { en: 'Main' },
          persons: [
            { code: 'PQR789', name: 'Ada Lind', avatar: 'https://pictures.example/a.png', biography: '**Builds**' },
            { code: 'STU456', public_name: 'Bo Marsh', biography: null },
          ],
        },
        event(2, '11:00', { status: 'canceled' }),
        event(3, '12:00', { cancelled: true }),
      ],
    }),
  });

  const { code, lines } = await run(['schedule.json']);

  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('left out'))).toEqual([
    'left out   schedule.json: day 1, room "Oak", row 2 (id 2, "Talk 2"): its status is canceled',
    'left out   schedule.json: day 1, room "Oak", row 3 (id 3, "Talk 3"): it is cancelled',
    'left out   schedule.json: day 1, room "Oak", row 2 (id 42, "Speaker 2"): none of their sessions is imported',
    'left out   schedule.json: day 1, room "Oak", row 3 (id 43, "Speaker 3"): none of their sessions is imported',
  ]);
  const rows = (await read()).content.map(({ id, title, subtitle, room, body, ends_at }) => [
    ...[id, title, subtitle, room, body, ends_at],
  ]);
  expect(rows).toEqual([
    ['frab-ee11', 'Opening', 'Main', 'Oak', '', Date.parse('2026-11-20T10:30-05:00')],
    ['frab-speaker-pqr789', 'Ada Lind', null, null, '<p><strong>Builds</strong></p>', null],
    ['frab-speaker-stu456', 'Bo Marsh', null, null, '', null],
  ]);
});

test('readFrabConference: rooms may be a list, the outer object may be missing, and times may be separate from dates', async () => {
  const { write, run, read } = await prepare();
  const { conference } = schedule({}).schedule;
  const talk = (id: number, more: Record<string, unknown>) => ({ id: String(id), title: `Talk ${id}`, ...more });
  await write({
    'schedule.json': {
      conference: {
        ...conference,
        days: [
          {
            date: '2026-11-20',
            rooms: [
              {
                name: 'Oak',
                events: [
                  talk(1, { start: '09:00', duration: 30 }),
                  talk(2, { date: '2026-11-20', start: '10:00', duration: 'PT1H15M' }),
                  talk(3, { date: '2026-11-20T00:00:00-05:00', start: '12:00:00', duration: '01:00:00' }),
                  talk(4, { start: '23:30', end: '2026-11-21T00:15:00-05:00' }),
                  talk(5, { start: '00:30', duration: '00:30' }),
                ],
              },
            ],
          },
        ],
      },
    },
  });

  expect((await run(['schedule.json'])).errors).toBe('');
  const times = (await read()).content.map(({ id, starts_at, ends_at }) => [
    id,
    ...[starts_at, ends_at].map((at) => at && new Date(at - 5 * HOUR).toISOString().slice(5, 16)),
  ]);
  expect(times).toEqual([
    ['frab-1', '11-20T09:00', '11-20T09:30'],
    ['frab-2', '11-20T10:00', '11-20T11:15'],
    ['frab-3', '11-20T12:00', '11-20T13:00'],
    ['frab-4', '11-20T23:30', '11-21T00:15'],
    ['frab-5', '11-21T00:30', '11-21T01:00'],
  ]);
});

test.each([
  ['UTF-8', 'utf-8'],
  ['ISO-8859-1', 'latin1'],
  ['UTF-16', 'utf16le'],
] as const)('readFrabConference: XML in %s becomes agenda and speakers', async (declared, encoding) => {
  const { write, run, read } = await prepare();
  await write({ 'schedule.xml': Buffer.from(XML.replace('ENCODING', declared), encoding) });

  const { code, lines } = await run(['schedule.xml']);

  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('warning') && !line.includes('placeholder'))).toEqual([
    'warning    1 person has no id, or the id 0: only the name identifies them: "Ed Only"',
    'warning    campaigns.yaml: no campaign pre-event: that survey has no questions',
    'warning    campaigns.yaml: no campaign post-event: that survey has no questions',
  ]);
  const pack = await read();
  expect(pack.event.name).toBe('Autumn Summit');
  expect(
    pack.content.map(({ id, title, room, starts_at, body }) => [
      ...[id, title, room],
      ...[starts_at && new Date(starts_at).toISOString(), body],
    ]),
  ).toEqual([
    [
      ...['frab-00000000-0000-4000-8000-000000000001', 'Q&A – déjà', 'Oak', '2026-11-20T14:00:00.000Z'],
      '<p>Bring <strong>questions</strong>.</p>\n<ul>\n<li>a &lt; b</li>\n</ul>',
    ],
    [
      'frab-2',
      'Nightcap',
      'Oak',
      '2026-11-21T05:30:00.000Z',
      '<p>So</p>\n<p>ends</p>\n<p>the <strong>day</strong></p>',
    ],
    [expect.stringMatching(/^frab-speaker-ed-only-[0-9a-f]{8}$/), 'Ed Only', null, null, ''],
    ['frab-speaker-41', 'Zoë Ny', null, null, ''],
  ]);
});

test('readFrabConference: the same schedule as JSON and as XML has the same ids', async () => {
  const { write, run } = await prepare();
  const persons = [{ id: 41, public_name: 'Zoë Ny' }, { name: 'Ed Only' }];
  const night = { id: 2, date: '2026-11-21T00:30:00-05:00', start: '00:30', duration: '01:00', title: 'Nightcap' };
  await write({
    'schedule.xml': XML.replace('ENCODING', 'UTF-8'),
    'schedule.json': schedule({ Oak: [event(1, '09:00', { title: 'Q&A – déjà', persons }), night] }),
  });
  await run(['schedule.xml']);

  const { lines } = await run(['schedule.json']);

  expect(lines).toContain('sessions: 2 changed');
  expect(lines).toContain('changed    frab-00000000-0000-4000-8000-000000000001  day 1, 09:00-09:45: Q&A – déjà: body');
  expect(lines).toContain('speakers: 2 unchanged, 1 warning');
});

test('readFrabConference: of a repeated element the one with text is used; persons may be without an enclosing list', async () => {
  const { write, run, read } = await prepare();
  const xml = `
  <?xml version="1.0"?><schedule><conference><title>Autumn Summit</title></conference><day date="2026-11-20"><room name="Oak">
    <event id="1"><start>09:00</start><duration>00:30</duration><title lang="en">Talk</title><track slug="none"/>
      <abstract/><person>Ada Lind</person><person></person><abstract>In short.</abstract></event>
  </room></day></schedule>`;
  await write({
    'schedule.xml': xml,
    'schedule.json': schedule({ Oak: [event(1, '09:00', { persons: [{ name: '', public_name: '' }] })] }),
  });

  expect((await run(['schedule.xml'])).errors).toBe('');
  expect((await read()).content.map(({ title, subtitle, body }) => [title, subtitle, body])).toEqual([
    ['Talk', null, '<p>In short.</p>'],
    ['Ada Lind', null, ''],
  ]);
  const { code, lines } = await run(['schedule.json']);
  expect([code, lines.filter((line) => line.includes('without id'))]).toEqual([
    0,
    ['warning    schedule.json: day 1, room "Oak", row 1 (id 1, "Talk 1"): a speaker without id and name is left out'],
  ]);
});

test('readFrabConference: people with one id and different names are different people, also at the next import; the id 0 identifies no one', async () => {
  const { write, run, read } = await prepare();
  const talk = (id: number, persons: unknown[]) => event(id, `1${id}:00`, { persons });
  const [ada, bo, cy] = [
    { id: 7, public_name: 'Ada Lind' },
    { id: 7, public_name: 'Bo Marsh' },
    { id: 0, public_name: 'Cy Oak' },
  ];
  const speakers = async () => {
    const { content } = await read();
    const names = new Map(content.map(({ id, title }) => [id, title]));
    return content.flatMap(({ title, speaker_ids }) =>
      // readPack writes it as a JSON list of strings.
      (JSON.parse(speaker_ids) as string[]).map((id) => `${title}: ${names.get(id)} ${id}`),
    );
  };
  await write({
    'schedule.json': schedule({
      Oak: [talk(1, [ada]), talk(2, [{ ...bo, biography: 'Builds' }, cy]), talk(3, [{ id: 0, public_name: 'Di Elm' }])],
    }),
  });

  const { code, lines } = await run(['schedule.json']);

  expect(code).toBe(0);
  expect(lines).toContain('warning    the id 7 stands for 2 people, each imported separately: "Ada Lind", "Bo Marsh"');
  expect(lines).toContain(
    'warning    2 people have no id, or the id 0: only the name identifies them: "Cy Oak", "Di Elm"',
  );
  const before = await speakers();
  expect(before).toEqual([
    expect.stringMatching(/^Talk 1: Ada Lind frab-speaker-7-ada-lind-[0-9a-f]{8}$/),
    expect.stringMatching(/^Talk 2: Bo Marsh frab-speaker-7-bo-marsh-[0-9a-f]{8}$/),
    expect.stringMatching(/^Talk 2: Cy Oak frab-speaker-cy-oak-[0-9a-f]{8}$/),
    expect.stringMatching(/^Talk 3: Di Elm frab-speaker-di-elm-[0-9a-f]{8}$/),
  ]);
  expect((await run(['schedule.json'])).lines.at(-1)).toMatch(/nothing was written\.$/);

  await write({ 'schedule.json': schedule({ Oak: [talk(2, [bo, cy])] }) });
  await run(['schedule.json'], ['--allow-removals']);
  expect(await speakers()).toEqual(before.slice(1, 3));
});

test('readFrabConference: a speaker keeps the id when another person gets the same one', async () => {
  const { write, run, read } = await prepare();
  await write({ 'schedule.json': schedule({ Oak: [event(1, '10:00')] }) });
  await run(['schedule.json']);
  const other = event(2, '11:00', { persons: [{ id: 41, public_name: 'Somebody Else' }] });
  await write({ 'schedule.json': schedule({ Oak: [event(1, '10:00'), other] }) });
  await run(['schedule.json']);

  expect((await read()).content.filter(({ type }) => type === 'Speaker').map(({ id, title }) => [title, id])).toEqual([
    ['Somebody Else', expect.stringMatching(/^frab-speaker-41-somebody-else-/)],
    ['Speaker 1', 'frab-speaker-41'],
  ]);
});

test('readFrabConference: sessions with one id are identified by their guid when others are added or removed', async () => {
  const { write, run, read } = await prepare();
  const [one, two, three] = [1, 2, 3].map((guid) => ({ ...event(guid, `1${guid}:00`), id: 5 }));
  const ids = async (...events: unknown[]) => {
    await write({ 'schedule.json': schedule({ Oak: events }) });
    expect((await run(['schedule.json'])).errors).toBe('');
    return (await read()).content.filter(({ type }) => type === 'Agenda').map(({ id, title }) => `${title} ${id}`);
  };
  const named = (guid: number) => `Talk ${guid} frab-00000000-0000-4000-8000-00000000000${guid}`;

  expect(await ids(one, two)).toEqual([named(1), named(2)]);
  expect((await run(['schedule.json'])).lines).toContain(
    'warning    2 sessions share their id with another one: their guids distinguish them',
  );
  expect(await ids(two)).toEqual([named(2)]);
  expect(await ids(two, three)).toEqual([named(2), named(3)]);
  expect(await ids(one, two, three)).toEqual([named(1), named(2), named(3)]);
});

test('readFrabConference: a session that gets a guid after its first import keeps its id', async () => {
  const { write, run, read } = await prepare();
  const talk = event(1, '10:00', { persons: [] });
  const agenda = async () => (await read()).content.map(({ id, title }) => [title, id]);
  await write({ 'schedule.json': schedule({ Oak: [{ ...talk, guid: undefined }] }) });
  await run(['schedule.json']);

  await write({ 'schedule.json': schedule({ Oak: [{ ...talk, title: 'Renamed' }] }) });
  await run(['schedule.json']);
  expect(await agenda()).toEqual([['Renamed', 'frab-1']]);

  const other = { ...event(2, '11:00', { persons: [] }), id: 1 };
  await write({ 'schedule.json': schedule({ Oak: [other, { ...talk, title: 'Renamed' }] }) });
  await run(['schedule.json']);
  expect(await agenda()).toEqual([
    ['Renamed', 'frab-1'],
    ['Talk 2', 'frab-00000000-0000-4000-8000-000000000002'],
  ]);

  const third = { ...event(3, '14:00', { persons: [] }), id: 1 };
  await write({ 'schedule.json': schedule({ Oak: [third] }) });
  await run(['schedule.json'], ['--allow-removals']);
  expect(await agenda()).toEqual([['Talk 3', 'frab-00000000-0000-4000-8000-000000000003']]);
});

test('readFrabConference: in a file that dates its days in UTC, every session is on the day on which it begins', async () => {
  const { write, run, read } = await prepare();
  // A day in Kolkata begins at 18:30 UTC of the date before.
  const xml = `<?xml version="1.0"?><schedule><conference><title>Autumn Summit</title><days>2</days></conference>
    ${['2026-11-20', '2026-11-21']
      .map(
        (date, index) => `<day index="${index + 1}" date="2026-11-${19 + index}"><room name="Oak">
        <event id="${index * 2 + 1}"><date>${date}T10:00:00+05:30</date><start>10:00</start><duration>00:45</duration>
          <title>Morning</title></event>
        <event id="${index * 2 + 2}"><date>${date}T23:30:00+05:30</date><start>23:30</start><duration>01:00</duration>
          <title>Night</title></event></room></day>`,
      )
      .join('')}</schedule>`;
  await write({ 'schedule.xml': xml });

  const { code, lines } = await run(['schedule.xml'], ['--zone', 'Asia/Kolkata']);

  expect(code).toBe(0);
  expect(lines).toContain(
    'warning    4 of 4 sessions have another date in the file than the one on which they begin, such as ' +
      'schedule.xml: day 1, room "Oak", row 1 (id 1, "Morning"): under 2026-11-19, but it begins 2026-11-20 10:00. ' +
      'Every session is placed on the day on which it begins in the zone of the event',
  );
  expect((await read()).content.map(({ category, starts_at }) => [category, starts_at])).toEqual([
    ['Day 1', Date.parse('2026-11-20T10:00+05:30')],
    ['Day 1', Date.parse('2026-11-20T23:30+05:30')],
    ['Day 2', Date.parse('2026-11-21T10:00+05:30')],
    ['Day 2', Date.parse('2026-11-21T23:30+05:30')],
  ]);
});
