import { quantile } from '../system/results.ts';
import type { Costs } from './costs.ts';
import { PLAN } from './plan.ts';
import { type PollOutcome, simulatePoll } from './simulatePoll.ts';
import { type ReturnOutcome, simulateReturn } from './simulateReturn.ts';
import { machineWith, sizeEvent } from './sizeEvent.ts';

/** What a scenario has shown of one figure, and the most that it may be. */
interface Check {
  what: string;
  value: number;
  limit: number;
  unit: string;
}

export interface ScenarioResult {
  scenario: string;
  checks: Check[];
  /** What else a reader may want to know. */
  notes: string[];
}

const SEED = 1;
/** The largest machine for PostgreSQL that is assumed. */
const MAX_CORES = 128;

/** The scenarios for an event of so many phones, on the machines that the model says it needs. */
export function runScenarios(phones: number, costs: Costs): ScenarioResult[] {
  const { nodes, cpuOfNode, databaseCores } = sizeEvent(phones, costs);
  const cores = machineWith(databaseCores) ?? MAX_CORES;
  const lost = Math.ceil(phones / nodes);
  const returning = { returnMs: costs.returnMs, coreShare: 1 - Math.min(PLAN.coreShare, cpuOfNode), seed: SEED };
  return [
    describeReturn(
      `one of ${nodes} nodes is lost: ${lost} phones return`,
      simulateReturn({ ...returning, phones: lost, nodes: nodes - 1, downMs: 0 }),
    ),
    describeReturn(
      `the proxy restarts within 3 s: all ${phones} phones return`,
      simulateReturn({ ...returning, phones, nodes, downMs: 3_000 }),
    ),
    describePoll(
      `a poll opens, all ${phones} phones answer within ${PLAN.answerSeconds} s; ${nodes} nodes, PostgreSQL with ${cores} cores`,
      simulatePoll({
        phones,
        nodes,
        databaseCores: cores,
        costs,
        seed: SEED,
        answerMs: PLAN.answerSeconds * 1000,
      }),
    ),
  ];
}

/** The checks of a scenario that failed, the worst first. */
export const broken = ({ checks }: ScenarioResult): Check[] =>
  checks
    // NaN fails, too.
    .filter(({ value, limit }) => !(value <= limit))
    .sort((one, other) => other.value / other.limit - one.value / one.limit);

function describeReturn(scenario: string, outcome: ReturnOutcome): ScenarioResult {
  const sorted = Float64Array.from(outcome.openedAt).sort();
  const perNode = outcome.connectsASecond / outcome.streamsOfNodes.length;
  return {
    scenario,
    checks: [
      { what: '95 % back', value: quantile(sorted, 0.95) / 1000, limit: 15, unit: 's' },
      { what: 'connects a second and node', value: perNode, limit: 800, unit: '' },
      { what: 'never back', value: outcome.openedAt.filter(Number.isNaN).length, limit: 0, unit: '' },
    ],
    notes: [
      `the last after ${(quantile(sorted, 1) / 1000).toFixed(1)} s`,
      `${outcome.connectsASecond} connects in the busiest second`,
      `${outcome.refused} refused`,
      `longest wait in a node ${outcome.longestWaitMs.toFixed(0)} ms`,
    ],
  };
}

function describePoll(scenario: string, outcome: PollOutcome): ScenarioResult {
  return {
    scenario,
    checks: [
      { what: 'phones know that it is open, p95', value: outcome.opened.quantile(0.95) / 1000, limit: 1, unit: 's' },
      { what: 'an answer, p99', value: outcome.answers.quantile(0.99), limit: 100, unit: 'ms' },
      {
        what: 'from the answer to the stage, p95',
        value: outcome.toStage.quantile(0.95) / 1000,
        limit: 0.6,
        unit: 's',
      },
      {
        what: 'from the answer to the phones, p95',
        value: outcome.toPhones.quantile(0.95) / 1000,
        limit: 1.5,
        unit: 's',
      },
    ],
    notes: [
      `${outcome.stored} answers stored, ${outcome.shown} shown in the last frame of every phone`,
      `${outcome.changeReads} reads of changes, ${outcome.counts} counts, ${outcome.frames} frames`,
      `longest wait for a node ${outcome.nodeWaitMs.toFixed(0)} ms, for the database ${outcome.databaseWaitMs.toFixed(0)} ms`,
      `the busiest node ${(outcome.nodeCpu * 100).toFixed(0)} % of a core, the database ${(outcome.databaseCpu * 100).toFixed(0)} % of its cores`,
    ],
  };
}
