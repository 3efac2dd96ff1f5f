import type { TwilioPeer } from '@companion/testkit/twilioPeer';
import { Caller } from './caller.ts';
import { closedLoop, type Measured, mergeMeasured, openLoop, type Visit } from './loops.ts';
import { openAccounts } from './openAccounts.ts';
import { rateOf, report } from './report.ts';
import { agendaStorm, arrivals, contentList, durableVotes, Hall, stagePoll } from './scenarios.ts';
import { type System, startFloor } from './systems.ts';

export interface Plan {
  accounts: number;
  /** Of each rate that is measured beside the floor. */
  seconds: number;
  doorsSeconds: number;
  wanted(scenario: string): boolean;
}

const CONNECTIONS = 64;
const TURNS = 4;
const SIGN_INS_A_SECOND = 17;

/** Runs every scenario that is wanted on a system and prints what it saw. */
export async function measureHall(system: System, peer: TwilioPeer, plan: Plan): Promise<void> {
  const callers = system.urls.map((url) => new Caller(url, CONNECTIONS / system.urls.length));
  const doors = plan.wanted('doors') ? SIGN_INS_A_SECOND * plan.doorsSeconds : 0;
  const hall = new Hall(callers, await openAccounts(callers, Math.max(plan.accounts, doors)));
  const attendees = new Hall(callers, hall.accounts.slice(0, plan.accounts));
  try {
    if (plan.wanted('poll')) await measurePoll(system, attendees);
    if (plan.wanted('agenda')) await measureAgenda(system, attendees);
    if (plan.wanted('list')) await measureList(system, attendees, plan.seconds);
    if (plan.wanted('vote')) await measureVotes(system, attendees, plan.seconds);
    if (plan.wanted('doors')) await measureDoors(system, hall, peer, plan.doorsSeconds);
  } finally {
    for (const caller of callers) await caller.close();
  }
}

/** The poll twice: everybody within 30 s, then another question as fast as 64 phones at a time get through. */
async function measurePoll(system: System, hall: Hall): Promise<void> {
  const { results } = JSON.parse((await hall.ask(0, { call: 'getQuestions' })()).text);
  const questions: { id: string; campaignId: string }[] = results.filter(
    ({ questionTypes }: { questionTypes: string }) => questionTypes === 'yes-no' || questionTypes === 'comment',
  );
  const [first, second] = questions.map(({ id, campaignId }) => ({ questionId: id, campaignId }));
  if (!first || !second) throw new Error('The demo event has no two such questions.');
  const count = hall.accounts.length;
  await report(system, `stage poll, ${count} accounts within 30 s`, () => openLoop(count, 30, stagePoll(hall, first)));
  console.log(`      answers kept: ${await system.count('answers')} of ${count}`);
  const all = () => closedLoop(CONNECTIONS, { visits: count }, stagePoll(hall, second));
  await report(system, `stage poll, ${count} accounts, ${CONNECTIONS} at a time`, all);
  console.log(`      answers kept: ${await system.count('answers')} of ${2 * count}`);
}

async function measureAgenda(system: System, hall: Hall): Promise<void> {
  const { etag } = await hall.ask(0, { call: 'getContent' })();
  if (!etag) throw new Error('The list has no ETag.');
  const count = hall.accounts.length;
  const visit = agendaStorm(hall, etag);
  await report(system, `agenda storm, ${count} clients within 10 s`, () => openLoop(count, 10, visit));
  const all = () => closedLoop(CONNECTIONS, { visits: count }, visit);
  await report(system, `agenda storm, ${count} clients, ${CONNECTIONS} at a time`, all);
}

async function measureList(system: System, hall: Hall, seconds: number): Promise<void> {
  const items = await itemsOf(hall);
  // As an attendee's list is on the second day: some votes, a few words.
  for (let number = 0; number < CONNECTIONS; number += 1) {
    for (const item of items.slice(number, number + 4)) {
      await hall.ask(number, { call: 'createVote', body: { ...item, vote: 'up' } })();
      await hall.ask(number, { call: 'createComment', body: { ...item, comment: 'Worth the early start.' } })();
    }
  }
  const some = new Hall(hall.callers, hall.accounts.slice(0, CONNECTIONS));
  const { text } = await some.ask(0, { call: 'getContent' })();
  const answer = { text, status: 200 };
  await besideFloor(system, 'GET content list', some, answer, 16, seconds, (whole) => contentList(whole));
  const brotli = (whole: Hall) => contentList(whole, 'br');
  await besideFloor(system, 'GET content list, compressed', some, answer, 16, seconds, brotli);
}

async function measureVotes(system: System, hall: Hall, seconds: number): Promise<void> {
  const items = await itemsOf(hall);
  const answer = { text: JSON.stringify({ message: 'Thank you for your feedback.' }), status: 201 };
  await besideFloor(system, 'durable vote', hall, answer, CONNECTIONS, seconds, (whole) => durableVotes(whole, items));
  console.log(`      votes kept: ${await system.count('votes')}`);
}

async function measureDoors(system: System, hall: Hall, peer: TwilioPeer, seconds: number): Promise<void> {
  const texted = new Map<string, (code: string) => void>();
  peer.answer(({ To, Body }) => {
    texted.get(To)?.(Body.slice(0, 6));
    return 'take';
  });
  const codeFor = (phone: string) => new Promise<string>((resolve) => texted.set(phone, resolve));
  const count = SIGN_INS_A_SECOND * seconds;
  const visit = arrivals(hall, codeFor);
  await report(system, `doors open, ${SIGN_INS_A_SECOND} sign-ins a second for ${seconds} s`, () =>
    openLoop(count, seconds, visit),
  );
  console.log(`      codes delivered: ${peer.taken.length} of ${count}`);
}

async function itemsOf(hall: Hall): Promise<{ campaignId: string; contentId: string }[]> {
  const { results } = JSON.parse((await hall.ask(0, { call: 'getContent' })()).text);
  return results.map(({ campaignId, id }: Record<string, string>) => ({ campaignId, contentId: id }));
}

/** In turns, so that whatever else the machine does falls on both. */
async function besideFloor(
  system: System,
  name: string,
  hall: Hall,
  answer: { text: string; status: number },
  connections: number,
  seconds: number,
  visitOf: (hall: Hall) => Visit,
): Promise<void> {
  const floor = await startFloor(answer.text, answer.status);
  const bareCaller = new Caller(floor.url, connections);
  const [bare, visit] = [visitOf(new Hall([bareCaller], hall.accounts)), visitOf(hall)];
  const floors: Measured[] = [];
  for (const load of [bare, visit]) await closedLoop(connections, { seconds: 2 }, load);
  const measured = await report(system, `${name}, ${connections} connections`, async () => {
    const loads: Measured[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      floors.push(await closedLoop(connections, { seconds: seconds / TURNS }, bare));
      loads.push(await closedLoop(connections, { seconds: seconds / TURNS }, visit));
    }
    return mergeMeasured(loads);
  });
  await bareCaller.close();
  await floor.stop();
  const base = rateOf(mergeMeasured(floors));
  const ratio = ((rateOf(measured) / base) * 100).toFixed(1);
  console.log(`      floor: ${base.toFixed(0)} req/s with ${Buffer.byteLength(answer.text)} bytes; ratio ${ratio} %`);
}
