import { parseArgs } from 'node:util';
import { describeMachine } from '@companion/testkit/describeMachine';
import { markdownTable } from '@companion/testkit/markdownTable';
import { writeSection } from '@companion/testkit/writeSection';
import { type Hall, openHall } from './live/hall.ts';
import { measureAnnounced } from './live/measureAnnounced.ts';
import { measureAnswers, measureOpening } from './live/measureAnswers.ts';
import { costsOf, measureQuiet } from './live/measureCosts.ts';
import { measureCounting } from './live/measureCounting.ts';
import { measurePublished } from './live/measurePublished.ts';
import { measureReturn } from './live/measureReturn.ts';
import { measureSoak } from './live/measureSoak.ts';
import { measureUnread } from './live/measureUnread.ts';
import { type LiveFigures, targetLines } from './live/targetLines.ts';
import { writeMeasuredCosts } from './simulation/costs.ts';
import { writeScalingDocument } from './simulation/scalingDocument.ts';
import { printResult } from './system/results.ts';
import { ENGINES, type Engine, startSystem } from './system/systems.ts';

/*
 * Measures the streams of the built server with a full hall: on SQLite with one node, and on two nodes with PostgreSQL.
 * The load generator runs on the same machine and shares its cores. Each stream is a connection: allow twice as many
 * open files (`ulimit -n`). An engine takes about four minutes.
 *
 * Run: npm run bench:live [-- --engine sqlite|postgres] [--streams 5000] [--write]
 *      npm run bench:live -- --only answers|opened|announced|published|killed|unread
 *      npm run bench:live -- --soak 30
 * --soak   measures instead, for so many minutes, whether memory and open files grow
 * --write  writes the table into docs/performance.md, the costs that `npm run simulate` uses, and docs/scaling.md
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    streams: { type: 'string', default: '5000' },
    soak: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (values.write && values.only) throw new Error('--write needs every scenario: leave --only out.');
/** Accounts whose clients open a stream and never read it. */
const NEVER_READING = 1_000;

const streams = Number(values.streams);
const machine = describeMachine();
const [date = ''] = new Date().toISOString().split('T');

for (const engine of ENGINES) {
  if (values.engine && values.engine !== engine) continue;
  const system = await startSystem(engine, { SIGN_INS_PER_ADDRESS: '1000000' });
  try {
    console.log(`\n${system.name}`);
    const hall = await openHall(system, { streams, others: wanted('unread') ? NEVER_READING : 0 });
    const [begin, end] = hall.opening;
    const kilobytes = (hall.streamsMegabytes * 1000) / streams;
    printResult(
      `${streams} streams opened`,
      `${((end.at - begin.at) / 1000).toFixed(1)} s; ${kilobytes.toFixed(0)} KB of memory each`,
    );
    const figures = await measure(hall, engine).finally(() => hall.close());
    const table = markdownTable(['figure', 'must', 'measured', ''], targetLines(figures));
    console.log(`\n${table}`);
    if (values.write) {
      const name = `${values.soak ? 'soak' : 'live'}-${engine}`;
      const text = `${system.name}, ${streams} streams, ${date}; ${machine}.\n\n${table}`;
      await writeSection('docs/performance.md', name, text);
    }
  } finally {
    await system.stop();
  }
}
if (values.write && !values.soak) await writeScalingDocument();

function wanted(scenario: string): boolean {
  return !values.soak && (values.only === undefined || values.only === scenario);
}

async function measure(hall: Hall, engine: Engine): Promise<LiveFigures> {
  if (values.soak) return (await measureSoak(hall, Number(values.soak))).figures;
  const quiet = wanted('costs') ? await measureQuiet(hall) : undefined;
  const answers = wanted('answers') ? await measureAnswers(hall) : undefined;
  const opening = wanted('opened') ? await measureOpening(hall) : undefined;
  const announced = wanted('announced') ? await measureAnnounced(hall) : undefined;
  const published = wanted('published') ? await measurePublished(hall) : undefined;
  const returned = wanted('killed') ? await measureReturn(hall) : undefined;
  const unread = wanted('unread') ? await measureUnread(hall) : undefined;
  if (values.write && quiet && answers && opening) {
    const costs = costsOf(hall, quiet, answers.answerP50, opening, await measureCounting(engine));
    writeMeasuredCosts(engine, { date, machine, streams, costs });
  }
  return {
    ...answers?.figures,
    ...opening?.figures,
    ...announced,
    ...published,
    ...returned?.figures,
    ...unread?.figures,
  };
}
