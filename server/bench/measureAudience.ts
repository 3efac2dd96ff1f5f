import type { TwilioPeer } from '@companion/testkit/twilioPeer';
import { Caller } from './caller.ts';
import { databaseUsage } from './databaseUsage.ts';
import { fillAudienceQuestions } from './fillAudienceQuestions.ts';
import { closedLoop, type Measured, mergeMeasured, openLoop, type Visit } from './loops.ts';
import { openAccounts } from './openAccounts.ts';
import { rateOf, report } from './report.ts';
import {
  Audience,
  agendaStorm,
  arrivals,
  contentList,
  durableVotes,
  hallAudienceQuestions,
  stagePoll,
} from './scenarios.ts';
import { type System, startFloor } from './systems.ts';

export interface Plan {
  accounts: number;
  /** How long each rate is measured. */
  seconds: number;
  arrivalsSeconds: number;
  wanted(scenario: string): boolean;
}

const CONNECTIONS = 64;
const ROUNDS = 4;
const SIGN_INS_A_SECOND = 17;

/** Runs the wanted scenarios on a system and prints the results. */
export async function measureAudience(system: System, peer: TwilioPeer, plan: Plan): Promise<void> {
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
  const floor = await startFloor(answer.text, answer.status);
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
