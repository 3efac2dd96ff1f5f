import { grid, session, testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

async function prepare() {
  const setup = await testImport();
  onTestFinished(setup.remove);
  return setup;
}

const SPEAKERS = [
  {
    id: 'aaaa-1',
    firstName: 'Ada',
    lastName: 'Lind',
    fullName: 'Ada Lind',
    bio: 'Builds bridges.\r\n\r\nAnd tunnels.',
    tagLine: 'Engineer',
    profilePicture: 'https://pictures.example/ada.jpg',
    sessions: [{ id: 11, name: 'Opening' }],
    questionAnswers: [{ id: 5, question: 'Company', answer: 'Lind Works', sort: 1 }],
  },
  { id: 'bbbb-2', firstName: 'Bo', lastName: 'Marsh', bio: null, tagLine: '', sessions: [99] },
];

const GRID = grid({
  '2026-11-20': {
    Hall: [
      session('11', '09:00', '10:00', {
        title: ' Opening:  a  word ',
        description: 'Come early.\r\n\r\nBring *coffee*.',
        isPlenumSession: true,
        speakers: [{ id: 'aaaa-1', name: 'Ada Lind' }],
        categories: [
          { id: 1, name: 'Level', categoryItems: [{ id: 2, name: 'Beginner' }] },
          { id: 3, name: 'Session format', categoryItems: [{ id: 4, name: 'Keynote' }] },
          { id: 5, name: 'Track', categoryItems: [{ id: 6, name: 'People' }] },
        ],
        liveUrl: 'https://live.example',
        status: 'Accepted',
      }),
      session('0B1F-uuid', '10:00', '10:30', { title: 'Break', isServiceSession: true, speakers: null }),
    ],
  },
  '2026-11-21': { Hall: [session(12, '2026-11-21T09:00:00', '2026-11-21T09:45:00', { speakers: [] })] },
});

test('sessionizeSchedule: GridSmart and Speakers views become agenda and speakers', async () => {
  const { write, run, read } = await prepare();
  await write({ 'grid.json': GRID, 'speakers.json': SPEAKERS });

  const { code, lines } = await run(['speakers.json', 'grid.json']);

  expect(code).toBe(0);
  expect(lines).toContain('sessions: 3 new');
  const { content } = await read();
  expect(
    content.map(({ id, title, subtitle, category, room, starts_at, speaker_ids, body }) => [
      ...[id, title, subtitle, category, room],
      ...[starts_at && new Date(starts_at).toISOString(), speaker_ids, body],
    ]),
  ).toEqual([
    [
      ...['sessionize-11', 'Opening: a word', 'Keynote · People', 'Day 1', 'Hall', '2026-11-20T14:00:00.000Z'],
      ...['["sessionize-speaker-aaaa-1"]', '<p>Come early.</p>\n<p>Bring <em>coffee</em>.</p>'],
    ],
    [
      ...[expect.stringMatching(/^sessionize-0b1f-uuid-[0-9a-f]{8}$/), 'Break', null, 'Day 1', 'Hall'],
      ...['2026-11-20T15:00:00.000Z', '[]', ''],
    ],
    ['sessionize-12', 'Session 12', null, 'Day 2', 'Hall', '2026-11-21T14:00:00.000Z', '[]', ''],
    [
      ...['sessionize-speaker-aaaa-1', 'Ada Lind', 'Engineer, Lind Works', 'Speakers', null, null, '[]'],
      '<p>Builds bridges.</p>\n<p>And tunnels.</p>',
    ],
  ]);
  expect(lines).toContain(
    'left out   speakers.json: row 2 (id bbbb-2, "Bo Marsh"): none of their sessions is imported',
  );
});

test('sessionizeSchedule: the All view becomes the same pack as the GridSmart and Speakers views', async () => {
  const one = await prepare();
  await one.write({ 'grid.json': GRID, 'speakers.json': SPEAKERS });
  await one.run(['grid.json', 'speakers.json']);
  const all = {
    sessions: [
      session('12', '2026-11-21T09:00:00', '2026-11-21T09:45:00', { roomId: 7, speakers: [] }),
      session('0B1F-uuid', '10:00', '10:30', { title: 'Break', roomId: '7', isServiceSession: true }),
      session('11', '09:00', '10:00', {
        title: 'Opening: a word',
        description: 'Come early.\n\nBring *coffee*.',
        isPlenumSession: true,
        roomId: 7,
        speakers: ['aaaa-1'],
        categoryItems: [2, 4, 6],
      }),
      session('13', '', '', { startsAt: null, endsAt: null, roomId: null, speakers: ['bbbb-2'], status: 'Accepted' }),
    ],
    speakers: SPEAKERS.map((speaker) => ({
      ...speaker,
      sessions: [speaker.id === 'aaaa-1' ? 11 : 13],
      questionAnswers: speaker.questionAnswers && [{ questionId: 5, answerValue: 'Lind Works' }],
    })),
    questions: [{ id: 5, question: 'Company', questionType: 'Short_Text' }],
    categories: [
      { id: 1, title: 'Level', items: [{ id: 2, name: 'Beginner' }] },
      { id: 3, title: 'Session format', items: [{ id: 4, name: 'Keynote' }] },
      { id: 5, title: 'Track', items: [{ id: 6, name: 'People' }] },
    ],
    rooms: [{ id: 7, name: 'Hall' }],
  };
  const other = await prepare();
  await other.write({ 'all.json': all });

  const { code, lines } = await other.run(['all.json']);

  expect(code).toBe(0);
  expect(await other.files()).toEqual(await one.files());
  expect(lines).toContain('left out   all.json: sessions, row 4 (id 13, "Session 13"): it is not scheduled');
});

test('sessionizeSchedule: the Sessions view is read too, and a grid with sessions only in time slots', async () => {
  const { write, run, read } = await prepare();
  const [first, second] = [
    session(1, '09:00', '10:00', { room: 'Hall' }),
    session(2, '10:00', '11:00', { room: 'Hall' }),
  ];
  await write({
    'sessions.json': [{ groupId: null, groupName: 'All', sessions: [first, second] }],
    'slots.json': [
      {
        date: '2026-11-20',
        timeSlots: [
          { slotStart: '09:00:00', rooms: [{ id: 1, name: 'Hall', session: first }] },
          { slotStart: '10:00:00', rooms: [{ id: 1, name: 'Hall', session: second }] },
        ],
      },
    ],
  });

  expect((await run(['sessions.json'])).code).toBe(0);
  expect((await read()).content.map(({ id, room }) => [id, room])).toEqual([
    ['sessionize-1', 'Hall'],
    ['sessionize-2', 'Hall'],
  ]);
  expect((await run(['slots.json'])).lines.at(-1)).toMatch(/nothing was written\.$/);
});

test('sessionizeSchedule: without a list of speakers only names are imported, and the pack keeps its other fields', async () => {
  const { write, run, read } = await prepare();
  await write({ 'grid.json': GRID, 'speakers.json': SPEAKERS });
  await run(['grid.json', 'speakers.json']);

  const { lines } = await run(['grid.json']);

  expect(lines).toContain(
    'warning    the schedule has no list of speakers: only the names in the sessions are imported',
  );
  expect(lines).toContain('unchanged  sessionize-speaker-aaaa-1  Ada Lind');
  expect((await read()).content.find(({ type }) => type === 'Speaker')?.subtitle).toBe('Engineer, Lind Works');
});

test('sessionizeSchedule: a speaker that only a session names is created with that name, and rejected without one', async () => {
  const { write, run, read } = await prepare();
  await write({
    'grid.json': grid({
      '2026-11-20': {
        Hall: [
          session(1, '09:00', '10:00', {
            speakers: [
              { id: 'zz-9', name: 'Zoë Ny' },
              { id: 'unnamed', name: ' ' },
            ],
          }),
        ],
      },
    }),
    'speakers.json': [...SPEAKERS.slice(0, 1), { id: 'cc-3', fullName: null, sessions: [] }, 'junk'],
  });

  const { code, lines } = await run(['grid.json', 'speakers.json'], ['--skip-bad']);

  expect(code).toBe(0);
  expect(lines.filter((line) => /^(?:warning .*(?:json|list)|rejected )/.test(line))).toEqual([
    'warning    grid.json: day 1, room "Hall", row 1 (id 1, "Session 1"): "Zoë Ny" (id zz-9): this speaker of a session is not in the list of speakers',
    'rejected   3 rows: the speaker has no name',
  ]);
  expect((await read()).content.map(({ title, speaker_ids }) => [title, speaker_ids])).toEqual([
    ['Session 1', '["sessionize-speaker-zz-9"]'],
    ['Zoë Ny', '[]'],
  ]);
});
