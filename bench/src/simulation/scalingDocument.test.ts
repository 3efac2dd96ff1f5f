import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@companion/testkit/runCommand';
import { replaceSection } from '@companion/testkit/writeSection';
import { expect, test } from 'vitest';
import { readMeasuredCosts } from './costs.ts';
import { EVENTS, modelTables, simulationTable } from './scalingDocument.ts';
import { runScenarios } from './scenarios.ts';

/* The tables of docs/scaling.md are those of the model (`npm run simulate -- --write` writes them). */

const document = readFileSync(path.join(ROOT, 'docs/scaling.md'), 'utf8');

test.each(Object.entries(modelTables(readMeasuredCosts())))(
  'scaling: the table "%s" is what the model says',
  (name, table) => {
    expect(replaceSection(document, name, table)).toBe(document);
  },
);

test('scaling: the simulation of the smallest event is in the document', () => {
  const [phones = 0] = EVENTS;
  const { costs } = readMeasuredCosts().postgres;
  expect(document).toContain(simulationTable(runScenarios(phones, costs)));
});
