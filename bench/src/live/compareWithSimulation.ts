import { markdownTable } from '@companion/testkit/markdownTable';
import { Histogram } from '../simulation/histogram.ts';
import { PLAN } from '../simulation/plan.ts';
import { simulatePoll } from '../simulation/simulatePoll.ts';
import { simulateReturn } from '../simulation/simulateReturn.ts';
import { quantile } from '../system/results.ts';
import { type Engine, startSystem } from '../system/systems.ts';
import { openHall } from './hall.ts';
import { measureAnswers, measureOpening } from './measureAnswers.ts';
import { costsOf, measureQuiet } from './measureCosts.ts';
import { measureCounting } from './measureCounting.ts';
import { measureReturn } from './measureReturn.ts';

const SEED = 1;
const OPENINGS = 20;
/** How far simulation and server may differ: the server's machine does other work, too, and its garbage collector. */
const FACTOR = 2;
/** Below this, in milliseconds, a difference is noise. */
const NOISE_MS = 50;

/** A figure of the server and of the simulation. */
interface Compared {
  figure: string;
  measured?: number | undefined;
  simulated: number;
  isExact?: boolean;
}

/**
 * Measures the server with a full hall, and simulates the same with the costs that this run has shown.
 * @returns whether they agree
 */
export async function compareWithSimulation(engine: Engine, streams: number): Promise<boolean> {
  const system = await startSystem(engine, { SIGN_INS_PER_ADDRESS: '1000000' });
  try {
    console.log(`\n${system.name}`);
    const hall = await openHall(system, { streams, others: 0 });
    try {
      const quiet = await measureQuiet(hall);
      const answers = await measureAnswers(hall);
      const opening = await measureOpening(hall);
      const { figures, backAt, returned } = await measureReturn(hall);
      const costs = costsOf(hall, quiet, answers.answerP50, opening, await measureCounting(engine));
      const nodes = system.urls.length;
      const scene = {
        phones: streams,
        nodes,
        databaseCores: engine === 'postgres' ? 1 : 0,
        costs,
        answerMs: PLAN.answerSeconds * 1000,
      };
      const poll = simulatePoll({ ...scene, seed: SEED });
      // A node reads changes at another moment in each.
      const opened = new Histogram();
      for (let seed = 0; seed < OPENINGS; seed += 1) opened.addAll(simulatePoll({ ...scene, seed }).opened);
      const back = simulateReturn({
        phones: returned.length,
        nodes: Math.max(1, nodes - 1),
        downMs: nodes === 1 ? backAt : 0,
        returnMs: costs.returnMs,
        coreShare: 1,
        seed: SEED,
      });
      const backAfter = Float64Array.from(back.openedAt).sort();
      return report([
        {
          figure: 'answers stored',
          measured: streams - (answers.figures.answerErrors ?? Number.NaN),
          simulated: poll.stored,
          isExact: true,
        },
        // The simulation counts the frame that opens the poll, too.
        { figure: 'frames of results', measured: answers.frames, simulated: poll.frames - streams },
        {
          figure: 'from an answer to the stage, p95, ms',
          measured: answers.figures.stageP95,
          simulated: poll.toStage.quantile(0.95),
        },
        {
          figure: 'from an answer to the phones, p95, ms',
          measured: answers.figures.phonesP95,
          simulated: poll.toPhones.quantile(0.95),
        },
        { figure: 'an answer, p99, ms', measured: answers.figures.answerP99, simulated: poll.answers.quantile(0.99) },
        { figure: 'a poll opened, p95, ms', measured: opening.figures.openedP95, simulated: opened.quantile(0.95) },
        {
          figure: 'back after a loss, p50, ms',
          measured: quantile(returned, 0.5),
          simulated: quantile(backAfter, 0.5),
        },
        {
          figure: 'back after a loss, p95, ms',
          measured: quantile(returned, 0.95),
          simulated: quantile(backAfter, 0.95),
        },
        { figure: 'connects a second, at most', measured: figures.connects, simulated: back.connectsASecond },
      ]);
    } finally {
      await hall.close();
    }
  } finally {
    await system.stop();
  }
}

function report(compared: Compared[]): boolean {
  const lines = compared.map((each) => [
    each.figure,
    (each.measured ?? Number.NaN).toFixed(0),
    each.simulated.toFixed(0),
    agree(each) ? 'agree' : 'differ',
  ]);
  console.log(`\n${markdownTable(['figure', 'server', 'simulation', ''], lines)}`);
  return compared.every(agree);
}

/** Whether two figures agree. */
export function agree({ measured = Number.NaN, simulated, isExact = false }: Omit<Compared, 'figure'>): boolean {
  if (isExact) return measured === simulated;
  const [low, high] = [Math.min(measured, simulated), Math.max(measured, simulated)];
  return high <= FACTOR * low || high - low <= NOISE_MS;
}
