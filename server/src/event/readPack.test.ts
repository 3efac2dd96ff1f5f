import { join } from 'node:path';
import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { completeNames } from '@companion/contract/eventDefaults';
import { QUESTION_TYPES } from '@companion/contract/question';
import { type PackChanges, smallPack } from '@companion/testkit/smallPack';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { describeFinding, PackError } from './packFindings.ts';
import { type Pack, readPack } from './readPack.ts';

const NOW = Date.parse('2026-11-20T12:00Z');
const DEMO = join(import.meta.dirname, '../../../events/demo');

async function read(changes: PackChanges = {}, now = NOW): Promise<Pack> {
  const { folder, remove } = await smallPack(changes);
  onTestFinished(remove);
  return readPack(folder, now);
}

/** Every problem of an unusable pack, one per line, as its author sees them. */
async function problemsOf(changes: PackChanges): Promise<string[]> {
  const error = await read(changes).catch((reason: unknown) => reason);
  if (!(error instanceof PackError)) throw new Error('the pack was accepted', { cause: error });
  for (const problem of error.problems) expect(error.message).toContain(describeFinding(problem));
  return error.problems.map(describeFinding);
}

const replace = (from: string, to: string) => (content: string) => {
  expect(content).toContain(from);
  return content.replace(from, to);
};
const append = (text: string) => (content: string) => content + text;

test('pack: it is read as database rows', async () => {
  const pack = await read();

  expect(pack.event).toEqual({
    id: 'small',
    name: 'Small Summit',
    host: 'Test Firm',
    tagline: 'One of everything',
    time_zone: 'America/New_York',
    starts_at: Date.parse('2026-11-20T09:00-05:00'),
    ends_at: Date.parse('2026-11-22T00:30-05:00'),
    help_desk_email: 'help@example.com',
    help_desk_phone: '(202) 555-0100',
    terms_version: '1.0',
    color: null,
    rooms: '{}',
    logo: expect.stringMatching(/^[\da-f]{64}$/),
    names: JSON.stringify(completeNames({}, 2)),
    welcome: '<p>Welcome!</p>',
    thanks: '<p>Thanks!</p>',
    about: '<h2>About</h2>',
    privacy_policy: '<h2>Privacy</h2>',
  });
  expect(
    pack.content.map(({ campaign_id, id, type, category, position }) => [campaign_id, id, type, category, position]),
  ).toEqual([
    ['agenda', 'opening', 'Agenda', 'Day 1', 0],
    ['agenda', 'workshop', 'Agenda', 'Breakout Sessions', 1],
    ['agenda', 'closing', 'Agenda', 'Day 2', 2],
    ['speakers', 'ada', 'Speaker', 'Speakers', 0],
    ['speakers', 'bo', 'Speaker', 'Speakers', 1],
    ['sponsors', 'acme', 'Agenda', 'Sponsor', 0],
  ]);
  expect(pack.content[0]).toEqual({
    id: 'opening',
    campaign_id: 'agenda',
    position: 0,
    type: 'Agenda',
    category: 'Day 1',
    title: 'Opening',
    subtitle: null,
    starts_at: Date.parse('2026-11-20T09:00-05:00'),
    ends_at: Date.parse('2026-11-20T09:45-05:00'),
    sponsor: 'Acme',
    slug: null,
    body: '<p>Come <strong>early</strong>.</p>',
    room: null,
    speaker_ids: '["ada"]',
    tier: null,
    url: null,
    picture: null,
    asset: null,
    hidden: 0,
  });
  expect(pack.content[3]).toMatchObject({ title: 'Ada Example', subtitle: 'Founder, Example Works', slug: 'ada.svg' });
  expect(pack.content[3]?.asset).toMatch(/^[\da-f]{64}$/);
  expect(pack.content[4]).toMatchObject({ title: 'Bo Example', subtitle: null, slug: null, body: '' });
  expect(pack.content[5]).toMatchObject({
    title: 'Acme',
    tier: 'Gold',
    url: 'https://acme.example/',
    slug: 'acme.svg',
  });
  expect(pack.campaigns).toEqual([
    { id: 'pre-event', title: 'Before', position: 0, hidden: 0 },
    { id: 'post-event', title: 'After', position: 1, hidden: 0 },
  ]);
  expect(
    pack.questions.map(({ id, campaign_id, position, type, options }) => [id, campaign_id, position, type, options]),
  ).toEqual([
    ['first-time', 'pre-event', 0, 'yes-no', '[]'],
    ['size', 'pre-event', 1, 'options', '["1","More"]'],
    ['liked', 'post-event', 0, 'range-face-5', '[]'],
  ]);
  expect(pack.warnings).toEqual([]);
});

test("pack: firstDay: today is the date in the event's time zone, late in the evening too", async () => {
  const today = { 'event.yaml': replace('2026-11-20', 'today') };
  const lateEvening = await read(today, Date.parse('2026-07-05T02:30Z'));
  expect(lateEvening.event.starts_at).toBe(Date.parse('2026-07-04T09:00-04:00'));
  const nextMorning = await read(today, Date.parse('2026-07-05T10:30Z'));
  expect(nextMorning.event.starts_at).toBe(Date.parse('2026-07-05T09:00-04:00'));
});

test('pack: a colour is that of the event, if white text on it can be read', async () => {
  const withColor = (color: string) => ({ 'event.yaml': append(`color: "${color}"\n`) });
  expect((await read(withColor('#0e4a5a'))).event.color).toBe('#0e4a5a');
  expect(await problemsOf(withColor('#ffd400'))).toEqual([
    expect.stringMatching(/^event\.yaml:\d+ \(small\): color must be/),
  ]);
});

test('pack: rooms say how many people they hold, each once, and are those of sessions (decision 069)', async () => {
  const withRooms = (rooms: string) => ({ 'event.yaml': append(`rooms: ${rooms}\n`) });
  const { event, warnings } = await read(withRooms('[Ballroom = 250, "Nowhere: 1 = 60"]'));
  expect(JSON.parse(event.rooms ?? '')).toEqual({ Ballroom: 250, 'Nowhere: 1': 60 });
  expect(warnings.map(({ text }) => text)).toContain('rooms names Nowhere: 1, where no session is');
  expect(await problemsOf(withRooms('[Ballroom = many]'))).toEqual([
    expect.stringMatching(/^event\.yaml:\d+ \(small\): rooms.* must be a room and how many people it holds/),
  ]);
  expect(await problemsOf(withRooms('[A = 1, B = 5, A = 2]'))).toEqual([
    expect.stringMatching(/^event\.yaml:\d+ \(small\): rooms list A in rows 1 and 3: keep one of them$/),
  ]);
});

test('pack: an event in another zone has its days, names and times from its own data', async () => {
  const { event, content, warnings } = await read({
    'event.yaml': (text) =>
      text
        .replace('America/New_York', 'Europe/Berlin')
        .replace('2026-11-20', '2026-10-24')
        .replace('days: 2', 'days: 3')
        .concat(
          'organizationTypes: [Universität, Small]\ntiers: [Halle, Leinwand]\n',
          'dayFilters: [Samstag, Sonntag, Montag]\nspeakersFilter: Wer spricht\n',
        ),
    'agenda.yaml': (text) =>
      text
        .replace('Breakout Sessions', 'Day 1')
        .replace('category: Day 2', 'category: Day 3')
        .replace('day: 2', 'day: 3'),
    'sponsors.yaml': replace('Gold', 'Leinwand'),
  });

  expect(warnings).toEqual([]);
  expect(JSON.parse(event.names ?? '')).toEqual({
    organizationTypes: ['Universität', 'Small'],
    tiers: ['Halle', 'Leinwand'],
    dayFilters: ['Samstag', 'Sonntag', 'Montag'],
    breakoutsFilter: 'Breakout Sessions',
    speakersFilter: 'Wer spricht',
  });
  // Clocks go back on the second of its days.
  expect(content.find(({ id }) => id === 'opening')?.starts_at).toBe(Date.parse('2026-10-24T09:00+02:00'));
  expect(content.find(({ id }) => id === 'closing')?.starts_at).toBe(Date.parse('2026-10-26T16:00+01:00'));
});

test("pack: sponsors are in the order of §2's tiers, unknown ones last", async () => {
  const tiers = ['Bronze', 'A/V', 'Silver', 'Gold', 'Gold', 'Event', 'Platinum', 'Registration + Platinum'];
  const sponsor = (tier: string, index: number) =>
    `- { id: ${index ? `s${index}` : 'acme'}, name: S${index}, url: https://s.example, logo: acme.svg, tier: ${tier} }\n`;
  const { content } = await read({ 'sponsors.yaml': () => tiers.map(sponsor).join('') });
  const shown = content.filter(({ category }) => category === 'Sponsor');
  expect(shown.map(({ id, position }) => `${position} ${id}`)).toEqual(
    ['s7', 's6', 's5', 's3', 's4', 's2', 's1', 'acme'].map((id, position) => `${position} ${id}`),
  );
});

test('pack: names that cannot be shown or counted are problems', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `t${index}`).join(', ');
  expect(
    await problemsOf({
      'event.yaml': append(
        `organizationTypes: [Small, Unknown]\ntiers: [Gold, Gold]\ndayFilters: [Only one]\nbreakoutsFilter: ${'x'.repeat(301)}\n`,
      ),
    }),
  ).toEqual([
    expect.stringMatching(/^event.yaml:\d+ \(small\): organizationTypes cannot have Unknown, which reports use for/),
    expect.stringMatching(/^event.yaml:\d+ \(small\): tiers has Gold twice$/),
    expect.stringMatching(
      /^event.yaml:\d+ \(small\): dayFilters has 1 labels, and the event has 2 days: each needs one$/,
    ),
    expect.stringMatching(/^event.yaml:\d+ \(small\): breakoutsFilter is longer than 300 characters$/),
  ]);
  expect(await problemsOf({ 'event.yaml': append(`tiers: [${many}]\n`) })).toEqual([
    expect.stringMatching(/tiers has more than 20 entries$/),
  ]);
  expect(await problemsOf({ 'event.yaml': append('tiers: []\n') })).toEqual([
    expect.stringMatching(/tiers must have at least one entry, or be left out$/),
  ]);
});

test('pack: all problems are reported at once, each with its file, line and id', async () => {
  expect(
    await problemsOf({
      'event.yaml': (content) =>
        content.replace('timeZone: America/New_York\n', '').replace('days: 2', 'days: 15\nday: 1'),
      'agenda.yaml': (content) =>
        content
          .replace('end: "09:45"', 'end: "08:45"')
          .replace('[ada]', '[ada, eve, mallory]')
          .replace('sponsor: acme', 'sponsor: unknown')
          .replace('title: Workshop', 'speaker: ada')
          .replace('day: 2', 'day: 3')
          .replace('end: "24:30"', 'end: 30:00'),
      'speakers.yaml': replace('ada.svg', 'gone.png'),
      'sponsors.yaml': replace('https://', 'javascript:'),
      'campaigns.yaml': (content) => content.replace('range-face-5', 'stars').replace('[1, More]', '[1]'),
      'thanks.md': null,
    }),
  ).toEqual([
    'agenda.yaml:4 (opening): end is not after start (past midnight, continue counting: 24:30)',
    'agenda.yaml:7 (opening): speakers has eve, who is not among the speakers',
    'agenda.yaml:7 (opening): speakers has mallory, who is not among the speakers',
    'agenda.yaml:8 (opening): sponsor unknown is not among the sponsors',
    'agenda.yaml:10 (workshop): title is missing',
    'agenda.yaml:15 (workshop): speaker is not a known key',
    'agenda.yaml:20 (closing): end must be a time such as 09:00, 14:30, or 24:30 for after midnight',
    'agenda.yaml:21 (closing): category Day 2 does not match day 3',
    'campaigns.yaml:10 (size): options must be two or more',
    'campaigns.yaml:15 (liked): type must be one of yes-no, range-face-5, range-number-5, options, multiple-options, comment',
    'event.yaml:1 (small): timeZone is missing',
    'event.yaml:6 (small): days must be from 1 to 14',
    'event.yaml:7 (small): day is not a known key',
    'speakers.yaml:5 (ada): picture speakers/gone.png is missing',
    'sponsors.yaml:4 (acme): url must be an http or https address',
    'thanks.md: is missing',
  ]);
});

test('pack: invalid YAML is reported with its line, and causes no further problems', async () => {
  expect(await problemsOf({ 'speakers.yaml': append('- id: cy\n  name: "Cy\n') })).toEqual([
    'speakers.yaml:11: Missing closing "quote',
  ]);
  expect(await problemsOf({ 'agenda.yaml': replace('Workshop', '*Workshop*') })).toEqual([
    'agenda.yaml:15: text that begins with * must be in quotes',
  ]);
  expect(await problemsOf({ 'agenda.yaml': replace('room: Oak', 'title: Again') })).toEqual([
    'agenda.yaml:16: Map keys must be unique',
  ]);
  expect(await problemsOf({ 'agenda.yaml': replace('room: Oak', 'room: !Oak 1') })).toEqual([
    'agenda.yaml:16: Unresolved tag: !Oak',
  ]);
  expect(await problemsOf({ 'sponsors.yaml': 'acme: 1\n' })).toEqual(['sponsors.yaml:1: must be a list']);
  expect(await problemsOf({ 'agenda.yaml': '- opening\n- - closing\n' })).toEqual([
    'agenda.yaml:1: must be keys with values, such as id: opening',
    'agenda.yaml:2: must be keys with values, such as id: opening',
  ]);
  expect(await problemsOf({ 'event.yaml': '- id: small\n' })).toEqual([
    'event.yaml:1: must be keys with values, such as id: opening',
  ]);
  expect(await problemsOf({ 'event.yaml': '' })).toEqual([
    'event.yaml:1: must be keys with values, such as id: opening',
  ]);
  expect(await problemsOf({ 'agenda.yaml': '' })).toEqual(['agenda.yaml: has no items']);
});

test('pack: all files that are missing or not UTF-8 are reported', async () => {
  const latin1 = Uint8Array.from(Buffer.from('Café', 'latin1'));
  expect(
    await problemsOf({
      'event.yaml': null,
      'speakers.yaml': null,
      'about.md': latin1,
      'welcome.md': 'a\0b',
      'logo.svg': null,
      'sponsors/acme.svg': null,
    }),
  ).toEqual([
    'about.md: is not UTF-8 text',
    'event.yaml: is missing',
    'logo.svg: is missing',
    'speakers.yaml: is missing',
    'sponsors.yaml:5 (acme): logo sponsors/acme.svg is missing',
    'welcome.md: is not UTF-8 text',
  ]);
  await expect(readPack(join(DEMO, 'nowhere'), NOW)).rejects.toThrow(
    `nowhere has a problem:\n  ${join(DEMO, 'nowhere')}: there is no such folder. There is no event pack in ${DEMO}.`,
  );
});

test('pack: ids are unique in the whole pack, and safe in an address', async () => {
  expect(
    await problemsOf({
      'agenda.yaml': replace('id: workshop', 'id: opening'),
      'speakers.yaml': replace('id: bo', 'id: acme'),
      'campaigns.yaml': (content) =>
        content
          .replace('id: liked', 'id: size')
          .replace('id: post-event', 'id: speakers')
          .replace('id: first-time', 'id: First Time'),
    }),
  ).toEqual([
    'agenda.yaml:10 (opening): id opening is taken by another entry of the pack',
    'campaigns.yaml:4 (First Time): id must be lower-case letters, digits and hyphens, at most 64',
    "campaigns.yaml:11 (speakers): id speakers belongs to the event's content",
    'campaigns.yaml:14 (size): id size is taken by another entry of the pack',
    'sponsors.yaml:1 (acme): id acme is taken by another entry of the pack',
  ]);
});

test('pack: questions have options if and only if their type needs them', async () => {
  const campaign = (question: string) => ({
    'campaigns.yaml': append(`- id: extra\n  title: Extra\n  questions: [${question}]\n`),
  });
  expect(await problemsOf(campaign('{ id: q, type: yes-no, question: Q?, options: [a, b] }'))).toEqual([
    'campaigns.yaml:19 (q): options are not allowed with type yes-no',
  ]);
  expect(await problemsOf(campaign('{ id: q, type: multiple-options, question: Q? }'))).toEqual([
    'campaigns.yaml:19 (q): options must be two or more',
  ]);
  expect(await problemsOf(campaign('{ id: q, type: options, question: Q?, options: [a, b, a] }'))).toEqual([
    'campaigns.yaml:19 (q): options has the same option twice',
  ]);
  expect(await problemsOf(campaign('{ id: q, type: options, question: Q?, options: [a, {}, ""] }'))).toEqual([
    'campaigns.yaml:19 (q): options [2] must be text',
    'campaigns.yaml:19 (q): options [3] is missing',
  ]);
  expect(await problemsOf(campaign(''))).toEqual(['campaigns.yaml:19 (extra): questions is empty']);
});

test('pack: a day outside the event is reported', async () => {
  expect(
    await problemsOf({ 'event.yaml': replace('days: 2', 'days: 1'), 'agenda.yaml': replace('day: 1', 'day: 0') }),
  ).toEqual([
    'agenda.yaml:2 (opening): day 0 is outside the event: days is 1',
    'agenda.yaml:18 (closing): day 2 is outside the event: days is 1',
  ]);
});

test('pack: an event of more than two days has a category for each day, and none for breakout sessions', async () => {
  const days = { 'event.yaml': replace('days: 2', 'days: 3') };
  const closing = (category: string) => (content: string) =>
    content.replace('day: 2', 'day: 3').replace('category: Day 2', `category: ${category}`);

  expect(await problemsOf({ ...days, 'agenda.yaml': closing('Day 2') })).toEqual([
    'agenda.yaml:14 (workshop): category must be Day 1: an event of more than 2 days has one filter for each day',
    'agenda.yaml:21 (closing): category Day 2 does not match day 3',
  ]);
  const breakout = replace('category: Breakout Sessions', 'category: Day 1');
  const { content } = await read({ ...days, 'agenda.yaml': (agenda) => breakout(closing('Day 3')(agenda)) });
  expect(content.find(({ id }) => id === 'closing')).toMatchObject({
    category: 'Day 3',
    starts_at: Date.parse('2026-11-22T16:00-05:00'),
  });
});

test('pack: a local time that clocks skip that day is reported', async () => {
  expect(
    await problemsOf({
      'event.yaml': replace('2026-11-20', '2027-03-13'),
      'agenda.yaml': (content) => content.replace('start: "16:00"', 'start: 2:30').replace('"24:30"', '4:00'),
    }),
  ).toEqual(['agenda.yaml:19 (closing): start does not exist that day: clocks go forward over it']);
});

test('pack: a picture has its size, and a warning where attendees load it as it is', async () => {
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const huge = Buffer.from(photo);
  huge.writeUInt32BE(12_000, 16);
  huge.writeUInt32BE(12_000, 20);
  const isJpg = replace('ada.svg', 'ada.jpg');
  const { content, warnings } = await read({
    'speakers.yaml': isJpg,
    'speakers/ada.jpg': Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]),
    'sponsors.yaml': replace('acme.svg', 'acme.png'),
    'sponsors/acme.png': huge,
  });
  const pictures = content.map(({ id, picture }) => [id, picture && JSON.parse(picture)]);

  expect(warnings.map(describeFinding)).toEqual([
    'speakers.yaml:5 (ada): picture speakers/ada.jpg does not say how large it is: attendees load it as it is',
    'sponsors.yaml:5 (acme): logo sponsors/acme.png is too large to be resized (12000 × 12000 pixels, of 50 million at most): attendees load it as it is',
  ]);
  expect(pictures.slice(3)).toEqual([
    ['ada', null],
    ['bo', null],
    ['acme', { width: 12_000, height: 12_000, version: null }],
  ]);
});

test('pack: a picture is given by its name, without a path, and holds no script', async () => {
  expect(await problemsOf({ 'speakers.yaml': replace('ada.svg', '../logo.svg') })).toEqual([
    'speakers.yaml:5 (ada): picture must be the plain name of an svg, png, jpg or webp file',
  ]);
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
  expect(await problemsOf({ 'sponsors/acme.svg': script, 'logo.svg': script })).toEqual([
    'logo.svg: holds a script',
    'sponsors.yaml:5 (acme): logo sponsors/acme.svg holds a script',
  ]);
});

test('pack: something unusual but usable is a warning', async () => {
  const { warnings, content } = await read({
    'sponsors.yaml': replace('Gold', 'Bronze'),
    'campaigns.yaml': replace('id: post-event', 'id: later'),
    'agenda.yaml': replace('category: Day 2', 'category: Breakout Sessions'),
  });

  expect(warnings.map(describeFinding)).toEqual([
    'sponsors.yaml:3 (acme): tier Bronze is not one of Welcome Dinner + Platinum, Registration + Platinum, Platinum, Event, Gold, Silver, A/V: it is shown last',
    'agenda.yaml:21 (closing): category is shown under "Day 1 - Breakout Sessions"',
    'campaigns.yaml: no campaign post-event: that survey has no questions',
  ]);
  expect(content.find(({ id }) => id === 'acme')?.tier).toBe('Bronze');
});

test('pack: the demo event has no warnings, and content of every kind', async () => {
  const { event, campaigns, questions, content, warnings } = await readPack(DEMO, NOW);
  const of = (category: string) => content.filter((item) => item.category === category);

  expect(warnings).toEqual([]);
  expect(event.time_zone).toBe('America/New_York');
  expect([...new Set(of('Sponsor').map(({ tier }) => tier))]).toEqual([...completeNames({}, 2).tiers]);
  expect(new Set(questions.map(({ type }) => type))).toEqual(new Set(QUESTION_TYPES));
  expect(questions.filter(({ campaign_id }) => campaign_id === PRE_EVENT_CAMPAIGN)).toHaveLength(5);
  expect(campaigns.map(({ id }) => id)).toContain(POST_EVENT_CAMPAIGN);
  expect(of('Day 1').length).toBeGreaterThan(10);
  expect(of('Breakout Sessions').length).toBeGreaterThan(10);
  expect(of('Day 2').length).toBeGreaterThan(10);
  expect(of('Speakers').length).toBeGreaterThan(20);
});

test('pack: the demo event has a session at every time from 8 AM to 9 PM of its first day', async () => {
  const { content } = await readPack(DEMO, NOW);
  const minutes = Array.from(
    { length: 13 * 60 },
    (_, minute) => Date.parse('2026-11-20T08:00-05:00') + minute * 60_000,
  );
  const idle = minutes.filter(
    (now) =>
      !content.some(
        ({ starts_at, ends_at }) => starts_at !== null && ends_at !== null && starts_at <= now && now < ends_at,
      ),
  );

  expect(idle.length).toBeLessThan(30);
});
