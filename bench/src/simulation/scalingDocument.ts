import { markdownTable } from '@companion/testkit/markdownTable';
import { writeSection } from '@companion/testkit/writeSection';
import type { Engine } from '../system/systems.ts';
import { type Costs, type MeasuredCosts, readMeasuredCosts } from './costs.ts';
import { FACTS } from './facts.ts';
import { limitsOf } from './limitsOf.ts';
import { PLAN } from './plan.ts';
import { broken, runScenarios, type ScenarioResult } from './scenarios.ts';
import { machineWith, sizeEvent } from './sizeEvent.ts';

/** The events that docs/scaling.md is about. */
export const EVENTS = [5_000, 50_000, 500_000];

const COSTS: Record<keyof Costs, { what: string; unit: string; digits: number }> = {
  nodeMegabytes: { what: 'memory of a node without streams', unit: 'MB', digits: 0 },
  streamKilobytes: { what: 'memory of an open stream', unit: 'KB', digits: 0 },
  nodeSecondMs: { what: 'a node for a second without streams', unit: 'ms of CPU', digits: 1 },
  returnMs: { what: 'a phone returns: the state, then a stream', unit: 'ms of CPU', digits: 2 },
  answerMs: { what: 'an answer', unit: 'ms of CPU', digits: 2 },
  listMs: { what: 'a reading of the list of questions', unit: 'ms of CPU', digits: 2 },
  streamSecondUs: {
    what: 'an open stream for a second: heartbeats, the look-up of its session',
    unit: 'µs of CPU',
    digits: 1,
  },
  frameUs: { what: 'a frame on one stream', unit: 'µs of CPU', digits: 1 },
  databaseReturnMs: { what: 'PostgreSQL: a phone returns', unit: 'ms of CPU', digits: 3 },
  databaseAnswerMs: { what: 'PostgreSQL: an answer', unit: 'ms of CPU', digits: 3 },
  databaseListMs: { what: 'PostgreSQL: a reading of the list', unit: 'ms of CPU', digits: 3 },
  databaseNodeSecondMs: { what: 'PostgreSQL: a node for a second without streams', unit: 'ms of CPU', digits: 1 },
  databaseStreamSecondUs: { what: 'PostgreSQL: an open stream for a second', unit: 'µs of CPU', digits: 1 },
  answerWalBytes: { what: 'PostgreSQL: write-ahead log of an answer', unit: 'bytes', digits: 0 },
  answerFsyncs: { what: 'PostgreSQL: fsyncs of that log for an answer', unit: '', digits: 2 },
  countMs: { what: 'counting 100,000 answers to one question', unit: 'ms', digits: 1 },
  answerP50Ms: { what: 'an answer from request to reply, p50', unit: 'ms', digits: 1 },
};

const whole = (number: number) => Math.round(number).toLocaleString('en');
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Writes the tables of docs/scaling.md, by the newest measured costs. */
export async function writeScalingDocument(): Promise<void> {
  const measured = readMeasuredCosts();
  const simulated = EVENTS.map(
    (phones) =>
      `### ${phones.toLocaleString('en')} phones\n\n${simulationTable(runScenarios(phones, measured.postgres.costs))}`,
  );
  const tables = { ...modelTables(measured), simulation: simulated.join('\n\n') };
  for (const [name, text] of Object.entries(tables)) await writeSection('docs/scaling.md', name, text);
}

/** The tables of docs/scaling.md that follow from the costs alone, by name. */
export const modelTables = (measured: Record<Engine, MeasuredCosts>): Record<string, string> => ({
  costs: costsTable(measured),
  facts: factsTable(),
  sizes: sizesTable(measured.postgres.costs),
  limits: limitsTable(measured.postgres.costs),
});

/** What was measured, by engine. */
function costsTable(measured: Record<Engine, MeasuredCosts>): string {
  const { sqlite, postgres } = measured;
  const lines = Object.entries(COSTS).map(([key, { what, unit, digits }]) => {
    const cell = ({ costs }: MeasuredCosts) => costs[key as keyof Costs].toFixed(digits);
    const isDatabases = key.startsWith('database') || key === 'answerWalBytes' || key === 'answerFsyncs';
    return [what, unit, isDatabases ? '' : cell(sqlite), cell(postgres)];
  });
  const origin = ({ date, machine, streams }: MeasuredCosts) => `${date}, ${whole(streams)} streams, ${machine}`;
  return [
    markdownTable(['cost', 'unit', 'SQLite, one node', 'PostgreSQL, two nodes'], lines),
    `SQLite: ${origin(sqlite)}.`,
    `PostgreSQL: ${origin(postgres)}.`,
  ].join('\n\n');
}

const factsTable = (): string =>
  markdownTable(
    ['fact', 'value', 'source'],
    Object.values(FACTS).map(({ what, value, unit, source }) => [what, `${whole(value)} ${unit}`, source]),
  );

/** The machines for each event. */
function sizesTable(costs: Costs): string {
  const sizes = EVENTS.map((phones) => ({ phones, size: sizeEvent(phones, costs) }));
  const row = (what: string, cell: (each: (typeof sizes)[number]) => string) => [what, ...sizes.map(cell)];
  const timeFor = (phones: number, rate: number) => {
    const minutes = phones / rate / 60;
    return minutes < 100 ? `${Math.ceil(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
  };
  return markdownTable(
    ['phones', ...EVENTS.map(whole)],
    [
      row('nodes, one of which may be lost', ({ size }) => whole(size.nodes)),
      row('streams of a node, with one lost', ({ size }) => whole(size.streamsOfNode)),
      row('memory of a node', ({ size }) => `${whole(size.megabytesOfNode)} MB`),
      row('CPU of a node during a poll, of a core', ({ size }) => percent(size.cpuOfNode)),
      row(`connections to PostgreSQL, with POOL_SIZE=${PLAN.poolOfNode}`, ({ size }) => whole(size.connections)),
      row('answers a second', ({ size }) => whole(size.demand.answers)),
      row('write-ahead log', ({ size }) => `${(size.demand.walBytes / 1e6).toFixed(1)} MB/s`),
      row('its fsyncs a second', ({ size }) => whole(size.demand.fsyncs)),
      row('PostgreSQL: CPU for nodes, sessions, answers, counts, in cores', ({ size: { demand } }) =>
        [demand.databaseNodesCpu, demand.databaseStreamsCpu, demand.databaseAnswersCpu, demand.databaseCountsCpu]
          .map((cpu) => cpu.toFixed(1))
          .join(', '),
      ),
      row('PostgreSQL: cores, of which 60 % are in use', ({ size }) => {
        const machine = machineWith(size.databaseCores);
        return machine === undefined ? 'more than there are' : whole(machine);
      }),
      row('every phone has the new list of questions after', ({ size }) => `${size.listSeconds.toFixed(1)} s`),
      row(
        'a node is lost: connects a second; CPU of each other node',
        ({ size: { nodeLost } }) => `${whole(nodeLost.connects)}; ${percent(nodeLost.cpuOfNode)}`,
      ),
      row(
        'all streams are cut: the same',
        ({ size: { allCut } }) => `${whole(allCut.connects)}; ${percent(allCut.cpuOfNode)}`,
      ),
      row('frames to the phones', ({ size }) => `${whole(size.demand.networkBits / 1e6)} Mbit/s`),
      row('worker processes of nginx', ({ phones }) => whole(Math.ceil((2 * phones) / FACTS.proxyConnections.value))),
      row('SMS for all: from a plain number, a toll-free one, a short code', ({ phones }) =>
        [FACTS.longCodeSms, FACTS.tollFreeSms, FACTS.shortCodeSms]
          .map(({ value }) => timeFor(phones, value))
          .join(', '),
      ),
    ],
  );
}

/** What breaks first when an event grows. */
const limitsTable = (costs: Costs): string =>
  markdownTable(
    ['phones', 'what breaks', 'what replaces it'],
    limitsOf(costs).map(({ phones, what, instead }) => [roundDown(phones), what, instead]),
  );

/** The result of each scenario's simulation. */
export const simulationTable = (results: ScenarioResult[]): string =>
  markdownTable(
    ['scenario', 'result', '', 'more'],
    results.flatMap((result) =>
      result.checks.map(({ what, value, limit, unit }, index) => {
        const withUnit = (number: number) => `${Number(number.toFixed(2))} ${unit}`.trim();
        const verdict = value <= limit ? 'holds' : broken(result)[0]?.what === what ? 'breaks first' : 'breaks';
        return [
          index === 0 ? result.scenario : '',
          `${what}: ${withUnit(value)} (at most ${withUnit(limit)})`,
          verdict,
          result.notes[index] ?? '',
        ];
      }),
    ),
  );

/** To two digits: the model is not more exact. */
function roundDown(phones: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(phones)) - 1);
  return whole(Math.floor(phones / unit) * unit);
}
