import { writeSection } from '@companion/testkit/writeSection';
import { readMeasuredCosts } from './costs.ts';
import { EVENTS, modelTables, simulationTable } from './scalingTables.ts';
import { runScenarios } from './scenarios.ts';

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
