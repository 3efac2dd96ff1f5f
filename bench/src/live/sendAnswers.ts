import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Account, Audience } from '../system/audience.ts';
import { Caller } from '../system/caller.ts';
import { type Measured, openLoop } from '../system/loops.ts';

interface Answers {
  urls: string[];
  accounts: Account[];
  poll: { campaignId: string; questionId: string };
  /** All answer within this time. */
  seconds: number;
}

const CONNECTIONS = 64;

/**
 * Answers a poll for every account, in a thread of its own: the thread that reads thousands of streams would send
 * answers late, and would measure its own queue.
 */
export async function sendAnswers(answers: Answers): Promise<Measured> {
  const worker = new Worker(new URL(import.meta.url), { workerData: answers });
  const [measured] = await once(worker, 'message');
  return measured;
}

async function answerAll({ urls, accounts, poll, seconds }: Answers): Promise<Measured> {
  const callers = urls.map((url) => new Caller(url, CONNECTIONS / urls.length));
  const people = new Audience(callers, accounts);
  const body = { ...poll, answers: ['yes'] };
  const params = { questionId: poll.questionId };
  const measured = await openLoop(accounts.length, seconds, async (number, send) => {
    await send(people.ask(number, { call: 'answerQuestion', params, body }));
  });
  for (const caller of callers) await caller.close();
  return measured;
}

if (!isMainThread) parentPort?.postMessage(await answerAll(workerData));
