import type { Costs } from './costs.ts';

/** Costs that are easy to calculate with. */
export const testCosts = (changed: Partial<Costs> = {}): Costs => ({
  nodeMegabytes: 200,
  streamKilobytes: 30,
  nodeSecondMs: 0,
  databaseNodeSecondMs: 0,
  returnMs: 1,
  answerMs: 1,
  listMs: 0.5,
  streamSecondUs: 10,
  frameUs: 20,
  databaseReturnMs: 0.1,
  databaseAnswerMs: 0.2,
  databaseListMs: 0.1,
  databaseStreamSecondUs: 2,
  answerWalBytes: 500,
  answerFsyncs: 0.5,
  countMs: 20,
  answerP50Ms: 2,
  ...changed,
});
