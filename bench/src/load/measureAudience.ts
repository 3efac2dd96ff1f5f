import type { TwilioPeer } from '@companion/testkit/twilioPeer';
import { sql } from 'kysely';
import { Audience } from '../system/audience.ts';
import { Caller } from '../system/caller.ts';
import { databaseUsage } from '../system/databaseUsage.ts';
import { closedLoop, type Measured, mergeMeasured, openLoop, percentile, rateOf, type Visit } from '../system/loops.ts';
import { openAccounts } from '../system/openAccounts.ts';
import type { System } from '../system/systems.ts';
import { startFloorServer } from './floorServer.ts';
import { measureAnnouncement } from './measureAnnouncement.ts';
import { measurePush } from './measurePush.ts';
import type { PushSink } from './pushSink.ts';
import { agendaStorm, arrivals, contentList, durableVotes, hallAudienceQuestions, stagePoll } from './scenarios.ts';

export interface Plan {
  accounts: number;
  /** How long each rate is measured. */
  seconds: number;
  arrivalsSeconds: number;
  wanted(scenario: string): boolean;
}

/** To all nodes together. */
const CONNECTIONS = 64;
/** How often a measurement alternates between the floor and the system. */
const ROUNDS = 4;
const SIGN_INS_A_SECOND = 17;
/** About as long as 5,000 SMS take at the rate that the benchmark sets. */
const ANNOUNCEMENT_SECONDS = 60;
/** Of one session in a full hall. */
const QUESTIONS = 40;
const UPVOTES = 12_000;
/** Pairs of a question and an account are numbered by its remainders, which spreads the upvotes over the accounts. */
const PRIME = 997;

/** Runs the wanted scenarios on a system and prints the results. */
export async function measureAudience(
  system: System,
  { peer, sink }: { peer: TwilioPeer; sink: PushSink },
  plan: Plan,
): Promise<void> {
  const callers = system.urls.map((url) => new Caller(url, CONNECTIONS / system.urls.length));
  const signIns = plan.wanted('arrivals') ? SIGN_INS_A_SECOND * plan.arrivalsSeconds : 0;
  const audience = new Audience(callers, await openAccounts(callers, Math.max(plan.accounts, signIns)));
  const attendees = new Audience(callers, audience.accounts.slice(0, plan.accounts));
  try {
    if (plan.wanted('poll')) await measurePoll(system, attendees);
    if (plan.wanted('agenda')) await measureAgenda(system, attendees);
    if (plan.wanted('list')) await measureList(system, attendees, plan.seconds);
    if (plan.wanted('vote')) await measureVotes(system, attendees, plan.seconds);
    if (plan.wanted('audience_questions')) await measureAudienceQuestions(system, attendees, plan.seconds);
    if (plan.wanted('announcement')) {
      const load = { signInsASecond: SIGN_INS_A_SECOND, seconds: ANNOUNCEMENT_SECONDS };
      await measureAnnouncement(system, attendees, peer, load);
    }
    if (plan.wanted('push')) await measurePush(system, attendees, sink, await itemsOf(attendees));
    if (plan.wanted('arrivals')) await measureArrivals(system, audience, peer, plan.arrivalsSeconds);
  } finally {
    for (const caller of callers) await caller.close();
  }
}

/** Two polls: all accounts within 30 s, then another question with 64 phones at a time, as fast as possible. */
async function measurePoll(system: System, audience: Audience): Promise<void> {
  const { results } = JSON.parse((await audience.ask(0, { call: 'getQuestions' })()).text);
  const questions: { id: string; campaignId: string }[] = results.filter(
    ({ questionTypes }: { questionTypes: string }) => questionTypes === 'yes-no' || questionTypes === 'comment',
  );
  const [first, second] = questions.map(({ id, campaignId }) => ({ questionId: id, campaignId }));
  if (!first || !second) throw new Error('The demo event has no two such questions.');
  const count = audience.accounts.length;
  await report(system, `stage poll, ${count} accounts within 30 s`, () =>
    openLoop(count, 30, stagePoll(audience, first)),
  );
  console.log(`      answers stored: ${await system.count('answers')} of ${count}`);
  const all = () => closedLoop(CONNECTIONS, { visits: count }, stagePoll(audience, second));
  await report(system, `stage poll, ${count} accounts, ${CONNECTIONS} at a time`, all);
  console.log(`      answers stored: ${await system.count('answers')} of ${2 * count}`);
}

async function measureAgenda(system: System, audience: Audience): Promise<void> {
  const { etag } = await audience.ask(0, { call: 'getContent' })();
  if (!etag) throw new Error('The list has no ETag.');
  const count = audience.accounts.length;
  const visit = agendaStorm(audience, etag);
  await report(system, `agenda storm, ${count} clients within 10 s`, () => openLoop(count, 10, visit));
  const all = () => closedLoop(CONNECTIONS, { visits: count }, visit);
  await report(system, `agenda storm, ${count} clients, ${CONNECTIONS} at a time`, all);
}

async function measureList(system: System, audience: Audience, seconds: number): Promise<void> {
  const items = await itemsOf(audience);
  // Like an attendee's list on the second day: some votes, a few comments.
  for (let number = 0; number < CONNECTIONS; number += 1) {
    for (const item of items.slice(number, number + 4)) {
      await audience.ask(number, { call: 'createVote', body: { ...item, vote: 'up' } })();
      await audience.ask(number, { call: 'createComment', body: { ...item, comment: 'Worth the early start.' } })();
    }
  }
  const some = new Audience(audience.callers, audience.accounts.slice(0, CONNECTIONS));
  const { text } = await some.ask(0, { call: 'getContent' })();
  const answer = { text, status: 200 };
  await compareWithFloor(system, 'GET content list', some, answer, 16, seconds, (whole) => contentList(whole));
  const brotli = (whole: Audience) => contentList(whole, 'br');
  await compareWithFloor(system, 'GET content list, compressed', some, answer, 16, seconds, brotli);
}

async function measureVotes(system: System, audience: Audience, seconds: number): Promise<void> {
  const items = await itemsOf(audience);
  const answer = { text: JSON.stringify({ message: 'Thank you for your feedback.' }), status: 201 };
  await compareWithFloor(system, 'durable vote', audience, answer, CONNECTIONS, seconds, (whole) =>
    durableVotes(whole, items),
  );
  console.log(`      votes stored: ${await system.count('votes')}`);
}

async function measureAudienceQuestions(system: System, audience: Audience, seconds: number): Promise<void> {
  const { contentId = '' } = (await itemsOf(audience)).find(({ campaignId }) => campaignId === 'agenda') ?? {};
  await fillAudienceQuestions(system, audience, contentId);
  const { text } = await audience.ask(0, { call: 'getAudienceQuestions', params: { contentId } })();
  const audienceQuestionIds = JSON.parse(text).results.map(({ id }: { id: string }) => id);
  const answer = { text, status: 200 };
  for (const encoding of [undefined, 'br']) {
    const name = `GET questions from the hall${encoding ? ', compressed' : ''}`;
    const before = await databaseUsage(system);
    const reads = await compareWithFloor(system, name, audience, answer, CONNECTIONS, seconds, (whole) =>
      hallAudienceQuestions(whole, contentId, audienceQuestionIds, encoding),
    );
    const { cpu, transactions } = await databaseUsage(system);
    if (system.engine === 'sqlite') continue;
    const each = (sum: number) => (sum / reads).toFixed(2);
    console.log(
      `      PostgreSQL: ${each((cpu - before.cpu) * 1000)} ms of CPU and ${each(transactions - before.transactions)} transactions a request`,
    );
  }
}

/** Fills a session with the questions of a full hall: all approved, with 12,000 upvotes. */
async function fillAudienceQuestions({ db }: System, audience: Audience, contentId: string): Promise<void> {
  for (let number = 0; number < QUESTIONS; number += 1) {
    const text = `Question ${number}: ${'what does this mean for small suppliers? '.repeat(4)}`;
    await audience.ask(number, { call: 'createAudienceQuestion', body: { contentId, text } })();
  }
  const now = Date.now();
  await db.updateTable('audience_questions').set({ state: 'shown', updated_at: now }).execute();
  const share = Math.round((PRIME * UPVOTES) / (QUESTIONS * audience.accounts.length));
  await sql`insert into audience_question_upvotes (audience_question_id, account_id, created_at)
    select audience_question_id, account_id, ${sql.lit(now)} from (
      select audience_questions.id as audience_question_id, accounts.id as account_id,
        row_number() over (order by audience_questions.id, accounts.id) % ${sql.lit(PRIME)} as number
      from audience_questions cross join accounts) as pairs
    where number < ${sql.lit(share)}`.execute(db);
}

async function measureArrivals(system: System, audience: Audience, peer: TwilioPeer, seconds: number): Promise<void> {
  const texted = new Map<string, (code: string) => void>();
  peer.answer(({ To, Body }) => {
    texted.get(To)?.(Body.slice(0, 6));
    return 'take';
  });
  const codeFor = (phone: string) => new Promise<string>((resolve) => texted.set(phone, resolve));
  const count = SIGN_INS_A_SECOND * seconds;
  const visit = arrivals(audience, codeFor);
  await report(system, `arrivals, ${SIGN_INS_A_SECOND} sign-ins a second for ${seconds} s`, () =>
    openLoop(count, seconds, visit),
  );
  console.log(`      codes delivered: ${peer.taken.length} of ${count}`);
}

async function itemsOf(audience: Audience): Promise<{ campaignId: string; contentId: string }[]> {
  const { results } = JSON.parse((await audience.ask(0, { call: 'getContent' })()).text);
  return results.map(({ campaignId, id }: Record<string, string>) => ({ campaignId, contentId: id }));
}

/**
 * Measures both alternately, so that other load on the machine affects them equally.
 * @returns how many requests the system has answered, those of the warm-up included
 */
async function compareWithFloor(
  system: System,
  name: string,
  audience: Audience,
  answer: { text: string; status: number },
  connections: number,
  seconds: number,
  visitOf: (audience: Audience) => Visit,
): Promise<number> {
  const floor = await startFloorServer(answer.text, answer.status);
  const bareCaller = new Caller(floor.url, connections);
  const [bare, visit] = [visitOf(new Audience([bareCaller], audience.accounts)), visitOf(audience)];
  const floors: Measured[] = [];
  await closedLoop(connections, { seconds: 2 }, bare);
  const warmUp = await closedLoop(connections, { seconds: 2 }, visit);
  const measured = await report(system, `${name}, ${connections} connections`, async () => {
    const loads: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await closedLoop(connections, { seconds: seconds / ROUNDS }, bare));
      loads.push(await closedLoop(connections, { seconds: seconds / ROUNDS }, visit));
    }
    return mergeMeasured(loads);
  });
  await bareCaller.close();
  await floor.stop();
  const base = rateOf(mergeMeasured(floors));
  const ratio = ((rateOf(measured) / base) * 100).toFixed(1);
  console.log(`      floor: ${base.toFixed(0)} req/s with ${Buffer.byteLength(answer.text)} bytes; ratio ${ratio} %`);
  return warmUp.latencies.length + measured.latencies.length;
}

/** Runs a load and prints rate, latencies, statuses, and the CPU and memory that the servers used. */
async function report(system: System, name: string, load: () => Promise<Measured>): Promise<Measured> {
  const before = await system.usage();
  const measured = await load();
  const after = await system.usage();
  const ms = [0.5, 0.95, 0.99].map((share) => percentile(measured, share).toFixed(1)).join(' / ');
  const statuses = [...measured.statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
  const cpu = ((after.cpu - before.cpu) * 1000) / measured.latencies.length;
  console.log(`  ${name}`);
  console.log(`      ${rateOf(measured).toFixed(0)} req/s; p50 / p95 / p99 ${ms} ms; ${statuses}`);
  console.log(`      servers: ${cpu.toFixed(2)} ms of CPU a request, ${after.megabytes.toFixed(0)} MB`);
  return measured;
}
