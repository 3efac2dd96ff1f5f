import type { Costs } from './costs.ts';
import { type Demand, demandOf } from './demand.ts';
import { FACTS } from './facts.ts';
import { PLAN } from './plan.ts';
import { sizeEvent } from './sizeEvent.ts';

/** A part of the system that serves only so many phones. */
interface Limit {
  what: string;
  /** The largest number that it serves. */
  phones: number;
  /** What to use for more. */
  instead: string;
}

/** The limits of the database are those of a PostgreSQL with so many cores. */
const DATABASE_CORES = 16;
/** How long a burst that everyone causes may last, in seconds. */
const LONGEST_BURST_S = 5;

/** Within which all sign in. */
const ARRIVAL_SECONDS = PLAN.arrivalMinutes * 60;
/** The search ends here: a part that serves even this many phones is not listed as a limit. */
const MAX_PHONES = 100_000_000;

/** What breaks when an event grows, and nodes are added as needed; the first one first. */
export function limitsOf(costs: Costs): Limit[] {
  const mostForDatabase = (part: (demand: Demand) => number) =>
    mostPhones(
      (phones) => part(demandOf(phones, sizeEvent(phones, costs).nodes, costs)) <= DATABASE_CORES * PLAN.coreShare,
    );
  const nodesWithConnections = Math.floor(
    (FACTS.maxConnections.value - FACTS.reservedConnections.value - PLAN.commandConnections) / PLAN.poolOfNode,
  );
  const limits: Limit[] = [
    {
      what: `SMS of a plain number: all sign in within ${PLAN.arrivalMinutes} minutes`,
      phones: FACTS.longCodeSms.value * ARRIVAL_SECONDS,
      instead: 'a short code, or links by mail before the event (`npm run event -- invite`)',
    },
    {
      what: `SMS of a short code: the same`,
      phones: FACTS.shortCodeSms.value * ARRIVAL_SECONDS,
      instead: 'several senders, links by mail, a longer time of arrival',
    },
    {
      what: 'two nodes, one of which may be lost',
      phones: mostPhones((phones) => sizeEvent(phones, costs).nodes <= 2),
      instead: 'more nodes',
    },
    {
      what: 'one nginx with two worker processes',
      phones: FACTS.proxyConnections.value,
      instead: 'more worker processes, then several proxies behind one address',
    },
    {
      what: `PostgreSQL's default connections with \`POOL_SIZE=${PLAN.poolOfNode}\``,
      phones: mostPhones((phones) => sizeEvent(phones, costs).nodes <= nodesWithConnections),
      instead: 'a higher `max_connections`, then PgBouncer in transaction mode (decision 012)',
    },
    {
      what: `the list of questions, which every phone reads when a pack is loaded, within ${LONGEST_BURST_S} s`,
      phones: mostPhones((phones) => sizeEvent(phones, costs).listSeconds <= LONGEST_BURST_S),
      instead: 'a longer spread of the readings; a list without personal answers, from a CDN',
    },
    {
      what: `the same on a PostgreSQL with ${DATABASE_CORES} cores`,
      phones: mostPhones(
        (phones) => demandOf(phones, 1, costs).databaseListCpu / LONGEST_BURST_S <= DATABASE_CORES * PLAN.coreShare,
      ),
      instead: 'the same; read replicas',
    },
    {
      what: `the counting of results by each node, on ${DATABASE_CORES} cores`,
      phones: mostForDatabase((demand) => demand.databaseCountsCpu),
      instead:
        'one node counts and publishes the results: a fan-out tier (NATS, Redis) behind the interface of `changes`',
    },
    {
      what: `the sessions of open streams, looked up every 4 s, on ${DATABASE_CORES} cores`,
      phones: mostForDatabase((demand) => demand.databaseStreamsCpu),
      instead: 'ended sessions as changes, which each node reads: nothing is asked for open ones; else a read replica',
    },
    {
      what: `answers within ${PLAN.answerSeconds} s, on ${DATABASE_CORES} cores`,
      phones: mostForDatabase((demand) => demand.databaseAnswersCpu),
      instead:
        'answers in batches, as votes are (decision 012); then one database for each part of the hall, whose counts are added',
    },
  ];
  return limits.filter(({ phones }) => phones < MAX_PHONES - 1).sort((one, other) => one.phones - other.phones);
}

/** The largest number of phones that is served. Bisection, so every larger number must fail, too. */
function mostPhones(serves: (phones: number) => boolean): number {
  let [low, high] = [0, MAX_PHONES];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (serves(middle)) low = middle;
    else high = middle;
  }
  return low;
}
