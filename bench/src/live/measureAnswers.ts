import { setTimeout as delay } from 'node:timers/promises';
import { nodeMetrics } from '../system/nodeMetrics.ts';
import { printResult, quantile, quantileText } from '../system/results.ts';
import type { Follower } from './follower.ts';
import { type Hall, nodesCpu, untilTrue, usagesOf } from './hall.ts';
import { sendAnswers } from './sendAnswers.ts';
import { findStagePoll, setOnStage } from './stage.ts';
import type { LiveFigures } from './targetLines.ts';

const ANSWER_SECONDS = 30;
const ROUNDS = 10;
/** Longer than until the next reading of changes, and the frames of it. */
const SETTLING_MS = 1_000;
/** The names of the event loop's figures. */
const LAG_P99 = 'nodejs_eventloop_lag_p99_seconds';

/** What the scenario shows besides the figures that have a limit. */
export interface AnswersMeasured {
  figures: LiveFigures;
  /** That the phones have received. */
  frames: number;
  answerP50: number;
}

/** Every phone answers within 30 s, while the results are shown. */
export async function measureAnswers({ system, audience, phones, screen }: Hall): Promise<AnswersMeasured> {
  const poll = await findStagePoll(system);
  const followers = [screen, ...phones];
  await setOnStage(system, poll, true);
  await untilTrue(() => followers.every(({ received }) => resultsIn(received).length > 0));
  for (const each of followers) each.received = [];
  await Promise.all(system.urls.map(nodeMetrics));
  const before = await usagesOf(system);
  const measured = await sendAnswers({ urls: system.urls, accounts: audience.accounts, poll, seconds: ANSWER_SECONDS });
  const rows = await system.db
    .selectFrom('answers')
    .select('created_at')
    .where('question_id', '=', poll.questionId)
    .orderBy('created_at')
    .execute();
  await untilTrue(() => followers.every(({ received }) => lastCount(received) === rows.length), 5_000);
  const after = await usagesOf(system);
  const lags = (await Promise.all(system.urls.map(nodeMetrics))).map(
    (each) => (each.get(LAG_P99) ?? Number.NaN) * 1000,
  );
  await setOnStage(system, poll, false);

  const times = rows.map(({ created_at }) => created_at);
  const delays = (some: Follower[]) => some.flatMap(({ received }) => delaysOf(received, times)).sort((a, b) => a - b);
  const [toStage, toPhones] = [delays([screen]), delays(phones)];
  const failed = [...measured.statuses].filter(([status]) => status !== 200);
  const seconds = (after.at - before.at) / 1000;
  const cpus = after.nodes.map(({ cpu }, i) => (cpu - (before.nodes[i]?.cpu ?? 0)) / seconds);
  const wrong = followers.filter(({ received }) => lastCount(received) !== rows.length).length;
  const errors = failed.map(([status, count]) => `${count} x ${status || 'no answer'}`).join(', ') || 'none';
  printResult(`${phones.length} answers within ${ANSWER_SECONDS} s`, `errors: ${errors}; ${rows.length} rows`);
  printResult('  an answer: p50, p99', quantileText(measured.latencies, [0.5, 0.99]));
  printResult('  from an answer to the stage: p50, p95', quantileText(toStage, [0.5, 0.95]));
  printResult('  from an answer to the phones: p50, p95', quantileText(toPhones, [0.5, 0.95]));
  printResult('  last frame is not the number of rows', `on ${wrong} of ${followers.length} streams`);
  printResult('  memory of each node', after.nodes.map(({ megabytes }) => `${megabytes.toFixed(0)} MB`).join(', '));
  printResult('  CPU of each node, of a core', cpus.map((share) => `${(share * 100).toFixed(0)} %`).join(', '));
  printResult('  event loop of each node, p99 of its delay', lags.map((ms) => `${ms.toFixed(0)} ms`).join(', '));
  return {
    figures: {
      answerErrors: failed.reduce((sum, [, count]) => sum + count, 0),
      answerP99: quantile(measured.latencies, 0.99),
      stageP95: quantile(toStage, 0.95),
      phonesP95: quantile(toPhones, 0.95),
      wrongCounts: wrong,
      nodeMemory: Math.max(...after.nodes.map(({ megabytes }) => megabytes)),
      nodeCpu: Math.max(...cpus) * 100,
      loopP99: Math.max(...lags),
    },
    frames: phones.reduce((sum, { received }) => sum + received.length, 0),
    answerP50: quantile(measured.latencies, 0.5),
  };
}

/** A change that is committed outside the nodes, until the phones of each node have it. */
export async function measureOpening({
  system,
  phones,
}: Hall): Promise<{ figures: LiveFigures; cpu: number; seconds: number; frames: number }> {
  const poll = await findStagePoll(system);
  // A node that reads changes once for two of them sees none.
  await delay(SETTLING_MS);
  const before = await usagesOf(system);
  const delays: number[] = [];
  let frames = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of phones) each.received = [];
    const committedAt = await setOnStage(system, poll, round % 2 === 0);
    await untilTrue(() => phones.every(({ received }) => received.some(({ frame }) => frame.event === 'stage')));
    for (const { received } of phones) {
      const known = received.find(({ frame }) => frame.event === 'stage')?.at;
      delays.push((known ?? Number.POSITIVE_INFINITY) - committedAt);
    }
    // Until the results have followed.
    await delay(SETTLING_MS);
    frames += phones.reduce((sum, { received }) => sum + received.length, 0);
  }
  const after = await usagesOf(system);
  delays.sort((a, b) => a - b);
  printResult(`a poll opened, ${ROUNDS} times: p50, p95 from the commit`, quantileText(delays, [0.5, 0.95]));
  return {
    figures: { openedP95: quantile(delays, 0.95) },
    cpu: nodesCpu(after) - nodesCpu(before),
    seconds: (after.at - before.at) / 1000,
    frames,
  };
}

const resultsIn = (received: Follower['received']) =>
  received.filter(({ frame }) => frame.event === 'results' && frame.data !== 'null');

const lastCount = (received: Follower['received']): number => resultsIn(received).at(-1)?.frame.n ?? 0;

/**
 * How long each answer took to show: to the first frame that counts as many. Answers are ordered by the time at which
 * the server began to store them, which is before their commit.
 * @returns every hundredth, because a hall has millions of them
 */
function delaysOf(received: Follower['received'], times: number[]): number[] {
  const delays: number[] = [];
  let shown = 0;
  for (const { at, frame } of resultsIn(received)) {
    for (; shown < frame.n; shown += 1) {
      if (shown % 100 === 0) delays.push(at - (times[shown] ?? at));
    }
  }
  return delays;
}
