import { testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

const ROOMS = [
  { slug: 'oak', name: 'Oak', guid: 'r-1' },
  { slug: 'elm', name: 'Elm', guid: 'r-2' },
];

const event = (guid: string, start: string, end: string, more: Record<string, unknown>) => ({
  ...{
    guid,
    slug: `sum26-${guid}`,
    title: `Talk ${guid}`,
    subtitle: null,
    type: 'talk',
    abstract: null,
    description: null,
  },
  ...{ start: `2026-11-${start}:00-05:00`, end: `2026-11-${end}:00-05:00`, participants: [], ...more },
});

const schedule = (events: unknown[]) => ({
  schedule: {
    version: '2026-11-01 10:00',
    conference: {
      title: 'Autumn Summit',
      time_zone_name: 'America/New_York',
      rooms: ROOMS,
      tracks: [{ slug: 'pricing', name: 'Pricing', guid: 't-1' }],
      days: [{ index: 1, date: '2026-11-20', start: '2026-11-20T09:00:00-05:00', end: '2026-11-21T06:00:00-05:00' }],
    },
    events,
    persons: [
      { guid: 'p-1', name: 'Ada Lind', biography: '**Builds**', avatar: { url: 'https://pictures.example/a' } },
    ],
  },
});

test("hubConference: the second version of c3voc's schedule JSON: events in one list that refer to rooms, tracks and people", async () => {
  const { write, run, read, remove } = await testImport();
  onTestFinished(remove);
  await write({
    'schedule.json': schedule([
      event('a', '20T10:00', '20T10:45', {
        room: { slug: 'oak', name: 'Oak', guid: 'r-1' },
        track: { slug: 'pricing' },
        abstract: { en: '', de: 'Kurz.' },
        participants: [
          { guid: 'p-1', name: 'Ada Lind', role: 'speaker' },
          { guid: 'p-2', name: 'Bo Marsh', role: 'moderator' },
        ],
      }),
      event('b', '20T10:00', '20T11:00', { room: { guid: 'r-2' }, track: 'pricing', participants: [{ guid: 'p-1' }] }),
      event('c', '21T00:30', '21T01:00', { room: { name: 'Yard' }, track: null }),
      'junk',
    ]),
  });

  const { code, lines } = await run(['schedule.json'], ['--skip-bad']);

  expect(code).toBe(0);
  expect(lines.filter((line) => /^(?:rejected|warning) .*(?:json|web)/.test(line))).toEqual([
    'warning    "Ada Lind" (https://pictures.example/a): the picture is on the web: --fetch-pictures fetches it',
    'rejected   schedule.json: events, row 4: is not a session',
  ]);
  const { event: read_, content } = await read();
  expect(read_.name).toBe('Autumn Summit');
  expect(
    content.map(({ id, subtitle, category, room, speaker_ids, body }) =>
      [id, subtitle, category, room, speaker_ids, body].join(' | '),
    ),
  ).toEqual([
    'frab-a | Pricing | Breakout Sessions | Oak | ["frab-speaker-p-1","frab-speaker-p-2"] | <p>Kurz.</p>',
    'frab-b | Pricing | Breakout Sessions | Elm | ["frab-speaker-p-1"] | ',
    'frab-c |  | Day 1 | Yard | [] | ',
    'frab-speaker-p-1 |  | Speakers |  | [] | <p><strong>Builds</strong></p>',
    'frab-speaker-p-2 |  | Speakers |  | [] | ',
  ]);
  expect(content[2]?.starts_at).toBe(Date.parse('2026-11-21T00:30-05:00'));
});
