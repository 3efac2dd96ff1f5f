import { parseArgs } from 'node:util';
import { runCommand } from '@companion/testkit/runCommand';
import { compareWithSimulation } from './live/compareWithSimulation.ts';
import { readMeasuredCosts } from './simulation/costs.ts';
import { EVENTS, simulationTable, writeScalingDocument } from './simulation/scalingDocument.ts';
import { runScenarios } from './simulation/scenarios.ts';
import { ENGINES } from './system/systems.ts';

/*
 * Simulates events that no machine of ours can hold, with the costs that `npm run bench:live -- --write` has measured:
 * phones that return after a loss, and a poll. It is repeatable: the same costs give the same results.
 *
 * Run: npm run simulate [-- --phones 5000,50000,500000] [--write]
 *      npm run simulate -- --check [--engine sqlite|postgres] [--streams 5000]
 * --write  writes the tables of docs/scaling.md
 * --check  measures the real server with so many streams, simulates the same, and compares; exits with 1 if they differ
 */
const { values } = parseArgs({
  options: {
    phones: { type: 'string', default: EVENTS.join(',') },
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    engine: { type: 'string' },
    streams: { type: 'string', default: '5000' },
  },
});

if (values.check) {
  const { ok, output } = await runCommand('npm', ['run', 'build', '--silent']);
  if (!ok) throw new Error(output);
  let agree = true;
  for (const engine of ENGINES) {
    if (values.engine && values.engine !== engine) continue;
    agree = (await compareWithSimulation(engine, Number(values.streams))) && agree;
  }
  process.exitCode = agree ? 0 : 1;
} else if (values.write) await writeScalingDocument();
else {
  const { costs } = readMeasuredCosts().postgres;
  for (const phones of values.phones.split(',').map(Number)) {
    const begin = performance.now();
    const table = simulationTable(runScenarios(phones, costs));
    console.log(`\n${phones} phones, simulated in ${((performance.now() - begin) / 1000).toFixed(1)} s\n\n${table}`);
  }
}
