import { setTimeout as delay } from 'node:timers/promises';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { Caller } from './caller.ts';
import { Follower } from './liveFollowers.ts';
import { addStageScreen, announceAgenda, findStagePoll, stagePoll } from './liveStage.ts';
import { openLoop } from './loops.ts';
import { openAccounts } from './openAccounts.ts';
import { Audience } from './scenarios.ts';
import type { System } from './systems.ts';

interface Plan {
  streams: number;
  /** How long memory is watched. */
  minutes: number;
  wanted(scenario: string): boolean;
}

const ANSWER_SECONDS = 30;
/** How many streams are opened at once. */
const OPENING = 100;
const NEVER_READING = 1_000;
const ROUNDS = 10;

/** Everything that the scenarios share. */
interface Hall {
  system: System;
  audience: Audience;
  phones: Follower[];
  screen: Follower;
}

export async function measureLive(system: System, { streams, minutes, wanted }: Plan): Promise<void> {
  const callers = system.urls.map((url) => new Caller(url, 64 / system.urls.length));
  const audience = new Audience(callers, await openAccounts(callers, streams + NEVER_READING));
  const before = await system.usageOfNodes();
  const phones = audience.accounts
    .slice(0, streams)
    .map(({ token }, i) => new Follower(rotated(system.urls, i), bearer(token)));
  const screen = new Follower(system.urls, await addStageScreen(system), STAFF_LIVE_PATH);
  const hall = { system, audience, phones, screen };
  const begin = performance.now();
  await openAll([screen, ...phones]);
  const seconds = (performance.now() - begin) / 1000;
  const after = await system.usageOfNodes();
  line(`${streams} streams opened`, `${seconds.toFixed(1)} s; ${memory(before)} before, ${memory(after)} MB after`);
  try {
    if (wanted('answers')) await measureAnswers(hall);
    if (wanted('opened')) await measureOpening(hall);
    if (wanted('killed')) await measureKill(hall);
    if (wanted('unread')) await measureUnread(hall);
    if (minutes > 0) await measureGrowth(hall, minutes);
  } finally {
    for (const each of [screen, ...phones]) each.close();
    for (const caller of callers) await caller.close();
  }
}

/** Every phone answers within 30 s, while the results are shown. */
async function measureAnswers({ system, audience, phones, screen }: Hall): Promise<void> {
  const poll = await findStagePoll(system);
  await stagePoll(system, poll, true);
  await untilTrue(() => [screen, ...phones].every(({ received }) => resultsIn(received).length > 0));
  for (const each of [screen, ...phones]) each.received = [];
  const before = await system.usageOfNodes();
  const people = new Audience(audience.callers, audience.accounts.slice(0, phones.length));
  const begin = performance.now();
  const body = { ...poll, answers: ['yes'] };
  const params = { questionId: poll.questionId };
  const measured = await openLoop(phones.length, ANSWER_SECONDS, async (number, send) => {
    await send(people.ask(number, { call: 'answerQuestion', params, body }));
  });
  const seconds = (performance.now() - begin) / 1000;
  const rows = await system.db.selectFrom('answers').select('created_at').orderBy('created_at').execute();
  await untilTrue(() => [screen, ...phones].every(({ received }) => lastCount(received) === rows.length), 5_000);
  const after = await system.usageOfNodes();

  const times = rows.map(({ created_at }) => created_at);
  const delays = (followers: Follower[]) =>
    followers.flatMap(({ received }) => percentilesOf(received, times)).sort((a, b) => a - b);
  const failed = [...measured.statuses].filter(([status]) => status !== 200).map(([status, n]) => `${n} x ${status}`);
  line(`${phones.length} answers within ${ANSWER_SECONDS} s`, `errors: ${failed.join(', ') || 'none'}`);
  line('  an answer: p50, p99', `${at(measured.latencies, 0.5)}, ${at(measured.latencies, 0.99)} ms`);
  line('  from the answer to the stage: p50, p95', quantiles(delays([screen])));
  line('  from the answer to the phones: p50, p95', quantiles(delays(phones)));
  const wrong = [screen, ...phones].filter(({ received }) => lastCount(received) !== rows.length).length;
  line('  last frame is the number of rows', `${rows.length} rows; wrong on ${wrong} of ${phones.length + 1} streams`);
  line('  memory of each node', `${memory(after)} MB`);
  const cpu = after.map((node, i) => node.cpu - (before[i]?.cpu ?? 0));
  line('  CPU of each node', cpu.map((each) => `${each.toFixed(1)} s, ${share(each, seconds)} of a core`).join('; '));
  await stagePoll(system, poll, false);
}

/** A change that is committed outside the nodes, until the phones of each node have it. */
async function measureOpening({ system, phones }: Hall): Promise<void> {
  const poll = await findStagePoll(system);
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of phones) each.received = [];
    const committedAt = await stagePoll(system, poll, round % 2 === 0);
    await untilTrue(() => phones.every(({ received }) => received.some(({ event }) => event === 'stage')));
    for (const { received } of phones) {
      delays.push((received.find(({ event }) => event === 'stage')?.at ?? committedAt) - committedAt);
    }
  }
  line(`a poll opened, ${ROUNDS} times: p50, p95 from the commit`, quantiles(delays.sort((a, b) => a - b)));
}

/** The node of half the phones, or of all, is killed; it is back after two seconds. */
async function measureKill({ system, phones }: Hall): Promise<void> {
  const connects: number[] = [];
  const back: number[] = [];
  const begin = performance.now();
  let refused = 0;
  const lost = phones.filter((_, i) => system.urls.length === 1 || i % 2 === 1);
  for (const phone of lost) {
    phone.onConnect = () => connects.push(performance.now() - begin);
    phone.onOpen = () => back.push(performance.now() - begin);
  }
  await system.kill(system.urls.length - 1);
  await delay(2_000);
  await system.start(system.urls.length - 1);
  await untilTrue(() => phones.every(({ isOpen }) => isOpen), 60_000);
  for (const phone of lost) {
    if (phone.status === 401) refused += 1;
    phone.onConnect = () => {};
    phone.onOpen = () => {};
  }
  const bySecond = Map.groupBy(connects, (ms) => Math.floor(ms / 1000));
  const most = Math.max(...[...bySecond.values()].map(({ length }) => length));
  line(
    `a node with ${lost.length} streams killed`,
    `95 % back after ${(
      at(
        back.sort((a, b) => a - b),
        0.95,
      ) / 1000
    ).toFixed(1)} s`,
  );
  line('  connects a second, at most', `${most}; signed out: ${refused}; not back: ${lost.length - back.length}`);
}

/** Readers that never read, while something changes at every read of the node. */
async function measureUnread({ system, audience, phones }: Hall): Promise<void> {
  const before = await system.usageOfNodes();
  const silent = audience.accounts
    .slice(phones.length)
    .map(({ token }, i) => new Follower(rotated(system.urls, i), bearer(token)));
  for (const each of silent) void each.open({ reads: false });
  for (let change = 0; change < 120; change += 1) {
    await announceAgenda(system);
    await delay(250);
  }
  const after = await system.usageOfNodes();
  for (const each of silent) each.close();
  line(
    `${silent.length} readers that never read, 30 s of changes`,
    `${memory(before)} MB before, ${memory(after)} MB after`,
  );
}

async function measureGrowth({ system, phones }: Hall, minutes: number): Promise<void> {
  const poll = await findStagePoll(system);
  for (let minute = 0; minute <= minutes; minute += 1) {
    const nodes = await system.usageOfNodes();
    const open = phones.filter(({ isOpen }) => isOpen).length;
    line(
      `minute ${minute}`,
      `${memory(nodes)} MB; ${nodes.map(({ files }) => files).join(', ')} open files; ${open} streams`,
    );
    for (let change = 0; change < 60 && minute < minutes; change += 1) {
      await stagePoll(system, poll, change % 2 === 0);
      for (const each of phones) each.received = [];
      await delay(1_000);
    }
  }
}

async function openAll(followers: Follower[]): Promise<void> {
  for (let start = 0; start < followers.length; start += OPENING) {
    const statuses = await Promise.all(followers.slice(start, start + OPENING).map((each) => each.open()));
    const wrong = statuses.find((status) => status !== 200);
    if (wrong !== undefined) throw new Error(`A stream was not opened: ${wrong}`);
  }
}

async function untilTrue(check: () => boolean, timeout = 30_000): Promise<void> {
  const end = performance.now() + timeout;
  while (!check() && performance.now() < end) await delay(20);
}

const resultsIn = (received: Follower['received']) =>
  received.filter(({ event, data }) => event === 'results' && data !== 'null');

const countIn = (data: string): number => Number(/"n":(\d+)/.exec(data)?.[1] ?? 0);
const lastCount = (received: Follower['received']): number => countIn(resultsIn(received).at(-1)?.data ?? '');

/**
 * How long each answer took to show: to the first frame that counts as many. Answers are ordered by the time at which
 * the server began to store them, which is before their commit.
 * @returns every hundredth, because a hall has millions of them
 */
function percentilesOf(received: Follower['received'], times: number[]): number[] {
  const delays: number[] = [];
  let shown = 0;
  for (const { at, data } of resultsIn(received)) {
    for (const count = countIn(data); shown < count; shown += 1) {
      if (shown % 100 === 0) delays.push(at - (times[shown] ?? at));
    }
  }
  return delays;
}

const at = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
const quantiles = (sorted: number[]) => `${at(sorted, 0.5)}, ${at(sorted, 0.95)} ms`;
const memory = (nodes: { megabytes: number }[]) => nodes.map(({ megabytes }) => megabytes.toFixed(0)).join(', ');
const share = (cpu: number, seconds: number) => `${((cpu / seconds) * 100).toFixed(0)} %`;
const bearer = (token: string) => `authorization: Bearer ${token}`;
const rotated = (urls: string[], by: number) => urls.map((_, i) => urls[(i + by) % urls.length] ?? '');
const line = (what: string, result: string) => console.log(`  ${what.padEnd(52)}${result}`);
