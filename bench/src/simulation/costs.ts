import { readFileSync, writeFileSync } from 'node:fs';
import type { Engine } from '../system/systems.ts';

/** What one node, stream, answer or frame costs, as `npm run bench:live -- --write` measures it. */
export interface Costs {
  /** Memory of a node without streams, in MB, and of an open stream, in KB. */
  nodeMegabytes: number;
  streamKilobytes: number;
  /** CPU of a node that has nothing to do, for a second, in ms: it reads changes and looks for messages to send. */
  nodeSecondMs: number;
  /** CPU of the nodes, in ms, for a phone's return (the state, then a stream), an answer, a reading of the questions. */
  returnMs: number;
  answerMs: number;
  listMs: number;
  /** CPU of the nodes, in microseconds: an open stream for a second (heartbeats, sessions); a frame on one stream. */
  streamSecondUs: number;
  frameUs: number;
  /** CPU of PostgreSQL for the same; 0 with SQLite, which runs in the node. */
  databaseReturnMs: number;
  databaseAnswerMs: number;
  databaseListMs: number;
  databaseNodeSecondMs: number;
  databaseStreamSecondUs: number;
  /** What one answer adds to the write-ahead log, and how many times the log is synchronized for it. */
  answerWalBytes: number;
  answerFsyncs: number;
  /** To count the answers to one question, in ms for 100,000 of them. */
  countMs: number;
  /** An answer with the hall's load, from the request to the reply: the median, in ms. */
  answerP50Ms: number;
}

export interface MeasuredCosts {
  /** When and where they were measured. */
  date: string;
  machine: string;
  streams: number;
  costs: Costs;
}

const FILE = new URL('measuredCosts.json', import.meta.url);

/** The newest measurement of each engine. */
export const readMeasuredCosts = (): Record<Engine, MeasuredCosts> => JSON.parse(readFileSync(FILE, 'utf8'));

export function writeMeasuredCosts(engine: Engine, measured: MeasuredCosts): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readMeasuredCosts(), [engine]: measured }, undefined, 2)}\n`);
}
