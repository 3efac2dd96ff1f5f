import type { Costs } from './costs.ts';
import { PLAN } from './plan.ts';

/** What an event needs while a poll runs and its results are shown. CPU in cores that are fully used. */
export interface Demand {
  /** Of all nodes: what each does without streams; streams and frames; answers. */
  nodesCpu: number;
  streamsCpu: number;
  answersCpu: number;
  /** Of PostgreSQL: what nodes ask without streams; the sessions of streams; answers; each node's counting of results. */
  databaseNodesCpu: number;
  databaseStreamsCpu: number;
  databaseAnswersCpu: number;
  databaseCountsCpu: number;
  /** Per second. */
  answers: number;
  walBytes: number;
  fsyncs: number;
  networkBits: number;
  /** CPU seconds of nodes and PostgreSQL when every phone reads the list of questions once, or opens its stream again. */
  listCpu: number;
  databaseListCpu: number;
  returnCpu: number;
  databaseReturnCpu: number;
}

/** @param nodes how many of them count the answers */
export function demandOf(phones: number, nodes: number, costs: Costs): Demand {
  const answers = phones / PLAN.answerSeconds;
  const counts = nodes * PLAN.framesASecond + PLAN.stageCountsASecond;
  return {
    nodesCpu: (nodes * costs.nodeSecondMs) / 1e3,
    streamsCpu: (phones * (PLAN.framesASecond * costs.frameUs + costs.streamSecondUs)) / 1e6,
    answersCpu: (answers * costs.answerMs) / 1e3,
    databaseNodesCpu: (nodes * costs.databaseNodeSecondMs) / 1e3,
    databaseStreamsCpu: (phones * costs.databaseStreamSecondUs) / 1e6,
    databaseAnswersCpu: (answers * costs.databaseAnswerMs) / 1e3,
    // At the end of the poll, when all answers are there.
    databaseCountsCpu: (counts * costs.countMs * (phones / 1e5)) / 1e3,
    answers,
    walBytes: answers * costs.answerWalBytes,
    fsyncs: answers * costs.answerFsyncs,
    networkBits: phones * PLAN.framesASecond * PLAN.frameBytes * 8,
    listCpu: (phones * costs.listMs) / 1e3,
    databaseListCpu: (phones * costs.databaseListMs) / 1e3,
    returnCpu: (phones * costs.returnMs) / 1e3,
    databaseReturnCpu: (phones * costs.databaseReturnMs) / 1e3,
  };
}

export const databaseCpu = (demand: Demand): number =>
  demand.databaseNodesCpu + demand.databaseStreamsCpu + demand.databaseAnswersCpu + demand.databaseCountsCpu;
