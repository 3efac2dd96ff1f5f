import { setImmediate } from 'node:timers/promises';
import type { Flood } from '@companion/contract/staff/safeguards';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { overlapsOne } from '../platform/readNetworks.ts';
import type { Services } from '../platform/services.ts';
import { DAY, HOUR, isoTime, MINUTE, SECOND } from '../platform/time.ts';
import { countFlood, type FloodSpan } from './floodAccounts.ts';

/** A host who looks after the lunch still finds what came in before. */
const LOOK_BACK_MS = DAY;
/** Answers and questions are looked at while they come in: what came before was reported then. */
const RECENT_MS = 5 * MINUTE;
/** No one registers faster than that for so long. */
const BURST_MS = 10 * SECOND;
/** A flood goes on after a pause of this length. */
const PAUSE_MS = 10 * MINUTE;
/** The console shows no more; those with the most registrations come first. */
const MAX_FLOODS = 20;

/**
 * What people do not exceed. The limit of registrations by address is twice what the operator expects of people in five
 * minutes (docs/operations.md). A flood exceeds that rate for ten seconds, or sends as many within an hour.
 */
const burstMax = (limit: number) => (limit * BURST_MS) / (5 * MINUTE);
/**
 * A hall answers within half a minute of the opening of a poll, and at most a tenth of it in any second: a quarter of a
 * network's accounts in one second are no people. A few at once are, in any network.
 */
const answersMax = (accounts: number) => Math.max(30, accounts / 4);
/** To type a question takes a minute, and one person in twenty asks. */
const questionsMax = (accounts: number) => Math.max(30, accounts / 20);

type Kind = Flood['kinds'][number];
/** `sent`: how many of what was too fast, by which floods are compared. */
type Detected = FloodSpan & { kinds: Kind[]; sent: number };

/** What came in from unconfirmed accounts faster than people can be, by network. */
export async function readFloods(services: Pick<Services, 'db' | 'config'>, now: number): Promise<Flood[]> {
  const accounts = await countByNetwork(services);
  const registrations = await detectRegistrations(services, now, accounts);
  const activity = [
    ...(await detectActivity(services, now, 'answers', SECOND, (network) => answersMax(accounts.get(network) ?? 0))),
    ...(await detectActivity(services, now, 'questions', MINUTE, (network) =>
      questionsMax(accounts.get(network) ?? 0),
    )),
  ];
  const floods: Detected[] = [...registrations];
  for (const found of activity) {
    // What a flood of registrations sends is a part of it, and no flood of its own.
    const known = floods.filter((flood) => flood.network === found.network && isWithin(found, flood));
    if (known.length === 0) floods.push(found);
    for (const flood of known) flood.kinds = [...new Set([...flood.kinds, ...found.kinds])];
  }
  const read: Flood[] = [];
  // The largest: of an attack from many networks, small ones must not hide it.
  const largest = floods.sort((one, other) => other.sent - one.sent).slice(0, MAX_FLOODS);
  for (const { kinds, sent: _, ...span } of largest) {
    const { accounts: registered, answers, upvotes, questions } = await countFlood(services.db, span);
    const { network, since, until } = span;
    read.push({
      ...{ network, since: isoTime(since), until: isoTime(until), isVenue: isVenue(services, network), kinds },
      ...{ registrations: registered, answers, upvotes, questions },
    });
  }
  return read.sort((one, other) => other.registrations - one.registrations);
}

const isWithin = (inner: Omit<FloodSpan, 'network'>, outer: Omit<FloodSpan, 'network'>) =>
  outer.since <= inner.since && inner.until <= outer.until;

function isVenue({ config }: Pick<Services, 'config'>, network: string): boolean {
  // Of a proxy that reported no address it is no network.
  return ipaddr.isValidCIDR(network) && overlapsOne(config.venueNetworks, ipaddr.parseCIDR(network));
}

/**
 * How many unconfirmed accounts registered from each network, also those that were dismissed: from an index alone. Also
 * those of earlier days, since a hall that registered on the first day answers on the second.
 */
async function countByNetwork({ db }: Pick<Services, 'db'>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['registered_from', ({ fn }) => fn.countAll<number>().as('n')])
    .where('registered_from', 'is not', null)
    .groupBy('registered_from')
    .execute();
  return new Map(rows.map(({ registered_from, n }) => [registered_from ?? '', n]));
}

async function detectRegistrations(
  services: Pick<Services, 'db' | 'config'>,
  now: number,
  accounts: Map<string, number>,
): Promise<Detected[]> {
  const { signInsPerAddress, venueSignInsPerAddress } = services.config;
  const floods: Detected[] = [];
  for (const [network, n] of accounts) {
    const limit = isVenue(services, network) ? venueSignInsPerAddress : signInsPerAddress;
    if (n <= burstMax(limit)) continue;
    await setImmediate();
    const bursts = await services.db
      .selectFrom('accounts')
      .select(({ fn }) => [
        fn.countAll<number>().as('n'),
        fn.min('created_at').as('since'),
        fn.max('created_at').as('until'),
      ])
      .where('registered_from', '=', network)
      .where('created_at', '>', now - LOOK_BACK_MS)
      .where('dismissal_id', 'is', null)
      .groupBy(sql`created_at / ${sql.lit(SECOND)}`)
      .orderBy('since')
      .execute();
    for (const span of joinBursts(bursts, limit)) {
      const sent = bursts.reduce((sum, burst) => sum + (isWithin(burst, span) ? burst.n : 0), 0);
      floods.push({ ...span, network, kinds: ['registrations'], sent });
    }
  }
  return floods;
}

interface Burst {
  n: number;
  since: number;
  until: number;
}

/** The spans of time in which these registrations, in the order of their times, exceed what people do. */
export function joinBursts(bursts: Burst[], limit: number): { since: number; until: number }[] {
  const exceeded: { since: number; until: number }[] = [];
  for (const [length, max] of [
    [BURST_MS, burstMax(limit)],
    [HOUR, limit],
  ] as const) {
    const window: Burst[] = [];
    let n = 0;
    for (const burst of bursts) {
      window.push(burst);
      n += burst.n;
      while (window[0] && window[0].since <= burst.since - length) n -= window.shift()?.n ?? 0;
      if (n > max) exceeded.push({ since: window[0]?.since ?? burst.since, until: burst.until });
    }
  }
  const spans: typeof exceeded = [];
  for (const { since, until } of exceeded.sort((one, other) => one.since - other.since)) {
    const last = spans.at(-1);
    if (last && since <= last.until + PAUSE_MS) last.until = Math.max(last.until, until);
    else spans.push({ since, until });
  }
  return spans;
}

/**
 * The accounts of each network that have answered or asked faster than people can, by the span in which they registered:
 * others of that network and span are among them.
 */
async function detectActivity(
  { db }: Pick<Services, 'db'>,
  now: number,
  kind: 'answers' | 'questions',
  unit: number,
  max: (network: string) => number,
): Promise<Detected[]> {
  const spans = new Map<string, FloodSpan & { sent: number }>();
  // A part at a time, so that other requests are answered in between. Each part has whole units, or one would count as two.
  for (let from = Math.floor((now - RECENT_MS) / MINUTE) * MINUTE; from <= now; from += MINUTE) {
    await setImmediate();
    const rows = await recentRows({ db }, kind)
      .innerJoin('accounts', 'accounts.id', 'sent.account_id')
      .select(({ fn }) => [
        'accounts.registered_from as network',
        fn.countAll<number>().as('n'),
        fn.min('accounts.created_at').as('since'),
        fn.max('accounts.created_at').as('until'),
      ])
      .where('sent.created_at', '>=', from)
      .where('sent.created_at', '<', from + MINUTE)
      .where('accounts.registered_from', 'is not', null)
      .where('accounts.dismissal_id', 'is', null)
      .groupBy(['accounts.registered_from', sql`sent.created_at / ${sql.lit(unit)}`])
      .execute();
    for (const { network, n, since, until } of rows) {
      if (network === null || n <= max(network)) continue;
      const known = spans.get(network) ?? { since, until, sent: 0 };
      spans.set(network, {
        network,
        sent: known.sent + n,
        since: Math.min(known.since, since),
        until: Math.max(known.until, until),
      });
    }
  }
  return [...spans.values()].map((span) => ({ ...span, kinds: [kind] }));
}

/** What came in, by the index of each question, or of each session, and the time. */
function recentRows({ db }: Pick<Services, 'db'>, kind: 'answers' | 'questions') {
  return kind === 'answers'
    ? db.selectFrom('answers as sent').where('sent.question_id', 'in', db.selectFrom('questions').select('id'))
    : db.selectFrom('audience_questions as sent').where('sent.content_id', 'in', db.selectFrom('content').select('id'));
}
