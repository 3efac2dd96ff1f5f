import { setTimeout as delay } from 'node:timers/promises';
import type { Costs } from '../simulation/costs.ts';
import { closedLoop, type Visit } from '../system/loops.ts';
import { printResult } from '../system/results.ts';
import { type Hall, nodesCpu, type Usages, usagesOf } from './hall.ts';
import { findStagePoll, setOnStage } from './stage.ts';

const IDLE_MS = 10_000;
/** Requests at a time: enough that the servers are never idle in between. */
const UNDER_WAY = 64;

/** CPU seconds of all nodes and of the database, and writes to its log: per second, or per request. */
interface Used {
  cpu: number;
  databaseCpu: number;
  walBytes: number;
  fsyncs: number;
}

export interface QuietMeasured {
  /** By the second, with all streams open. */
  idle: Used;
  list: Used;
  answer: Used;
}

const NOTHING: Used = { cpu: 0, databaseCpu: 0, walBytes: 0, fsyncs: 0 };

/** Costs that show while nothing else happens: open streams, readings of the list of questions, answers. */
export async function measureQuiet({ system, audience, phones }: Hall): Promise<QuietMeasured> {
  const poll = await findStagePoll(system, 'comment');
  // Nobody can answer a draft. The phones are told of it before the measurement.
  await setOnStage(system, poll, false);
  await delay(IDLE_MS);
  const before = await usagesOf(system);
  await delay(IDLE_MS);
  const after = await usagesOf(system);
  const idle = used(before, after, NOTHING, (after.at - before.at) / 1000);
  const costOf = async (visit: Visit) => {
    const begin = await usagesOf(system);
    const { statuses } = await closedLoop(UNDER_WAY, { visits: phones.length }, visit);
    const [other] = [...statuses.keys()].filter((status) => status !== 200);
    if (other !== undefined) throw new Error(`A request was answered with ${other}.`);
    return used(begin, await usagesOf(system), idle, phones.length);
  };
  const read: Visit = async (number, send) => {
    await send(audience.ask(number, { call: 'getQuestions' }));
  };
  const body = { ...poll, answers: [], comment: 'What one of them thinks.' };
  const params = { questionId: poll.questionId };
  // The first time is slower: code is compiled, and caches are filled.
  await costOf(read);
  const list = await costOf(read);
  const answer = await costOf(async (number, send) => {
    await send(audience.ask(number, { call: 'answerQuestion', params, body }));
  });
  printResult('idle streams', `${((idle.cpu * 1e6) / phones.length).toFixed(0)} us of CPU a stream and second`);
  printResult(
    'a reading of the list of questions, an answer',
    `${[list, answer].map(({ cpu }) => (cpu * 1000).toFixed(2)).join(', ')} ms of CPU`,
  );
  return { idle, list, answer };
}

/** The costs of one of each, from what all of them have used. */
export function costsOf(
  { system, phones, vacant, opening: opened, streamsMegabytes }: Hall,
  { idle, list, answer }: QuietMeasured,
  answerP50Ms: number,
  opening: { cpu: number; seconds: number; frames: number },
  countMs: number,
): Costs {
  const streams = phones.length;
  const nodes = system.urls.length;
  const base = used(...vacant, NOTHING, (vacant[1].at - vacant[0].at) / 1000);
  const returned = used(...opened, base, streams);
  const frame = Math.max(0, opening.cpu - idle.cpu * opening.seconds) / opening.frames;
  return {
    nodeMegabytes: opened[0].nodes.reduce((sum, { megabytes }) => sum + megabytes, 0) / nodes,
    nodeSecondMs: (base.cpu * 1000) / nodes,
    streamKilobytes: (streamsMegabytes * 1000) / streams,
    returnMs: returned.cpu * 1000,
    answerMs: answer.cpu * 1000,
    listMs: list.cpu * 1000,
    streamSecondUs: (Math.max(0, idle.cpu - base.cpu) * 1e6) / streams,
    frameUs: frame * 1e6,
    databaseReturnMs: returned.databaseCpu * 1000,
    databaseAnswerMs: answer.databaseCpu * 1000,
    databaseListMs: list.databaseCpu * 1000,
    databaseNodeSecondMs: (base.databaseCpu * 1000) / nodes,
    databaseStreamSecondUs: (Math.max(0, idle.databaseCpu - base.databaseCpu) * 1e6) / streams,
    answerWalBytes: answer.walBytes,
    answerFsyncs: answer.fsyncs,
    countMs,
    answerP50Ms,
  };
}

/** What was used between two moments beyond what an idle hall uses, divided by a number of seconds or requests. */
function used(before: Usages, after: Usages, idle: Used, divisor: number): Used {
  const seconds = (after.at - before.at) / 1000;
  const one = (key: keyof Used, all: number) => Math.max(0, all - idle[key] * seconds) / divisor;
  return {
    cpu: one('cpu', nodesCpu(after) - nodesCpu(before)),
    databaseCpu: one('databaseCpu', after.database.cpu - before.database.cpu),
    walBytes: one('walBytes', after.database.walBytes - before.database.walBytes),
    fsyncs: one('fsyncs', after.database.fsyncs - before.database.fsyncs),
  };
}
