import { checkBoundaries } from './checkBoundaries.ts';
import { runCommand } from './runCommand.ts';
import { commandStage, type Stage } from './stage.ts';
import { vitestStage } from './testStages.ts';

/** Every TypeScript project: the workspaces, then what lies outside them (e2e, configuration). */
const TYPE_PROJECTS = ['contract', 'server', 'web', 'testkit', '.'];

const types: Stage = {
  name: 'check: types',
  async run({ signal }) {
    const results = [];
    for (const project of TYPE_PROJECTS) results.push(await runCommand('tsc', ['-p', project], { signal }));
    return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') };
  },
};

/** What `npm run check` runs: everything that can be said of the code without running it, and the test of the repository. */
export const checkStages: Stage[] = [
  types,
  commandStage('check: format and lint', 'biome', ['ci', '--error-on-warnings', '.']),
  { name: 'check: boundaries', run: () => checkBoundaries() },
  commandStage('check: unused', 'knip', []),
  vitestStage('check: repository', 'repository'),
];
