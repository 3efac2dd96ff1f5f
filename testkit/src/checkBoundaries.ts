import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { BOUNDARY_RULES, TESTS } from './boundaryRules.ts';
import { checkFloors, MOST_FLOORS } from './checkFloors.ts';
import { ROOT } from './runCommand.ts';

/** Fewer mean a wrong configuration: with the wrong parser the tool skips every TypeScript file. */
const MIN_MODULES = 50;
/** What has floors. Tests may use everything. */
const PRODUCT = /^(?:contract|client|server|web|console)\/src\//;
const TEST = new RegExp(TESTS);

export interface Boundaries {
  /** The number of our files that were read. */
  modules: number;
  /** `rule: from -> to`, sorted. */
  violations: string[];
}

/** Checks every import below a root folder with the layout of this repository. */
export async function cruiseBoundaries(
  baseDir: string,
  folders: string[],
  mostFloors: Record<string, number> = MOST_FLOORS,
): Promise<Boundaries> {
  const { output } = await cruise(
    folders,
    {
      baseDir,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: ['node_modules', '/dist/'] },
      validate: true,
      ruleSet: { forbidden: BOUNDARY_RULES },
    },
    {
      // Workspaces import each other through the `exports` of their package.json.
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
      bustTheCache: true,
    },
  );
  // Without an output type the result is an object.
  const { modules, summary } = output as ICruiseResult;
  const product = modules.filter(({ source }) => PRODUCT.test(source) && !TEST.test(source));
  return {
    modules: modules.filter(({ source }) => folders.some((folder) => source.startsWith(folder))).length,
    violations: [
      ...summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`),
      ...checkFloors(product, mostFloors),
    ].sort(),
  };
}

/** What `npm run check:imports` runs. */
export async function checkBoundaries(): Promise<void> {
  const { modules, violations } = await cruiseBoundaries(ROOT, [
    'contract',
    'client',
    'server',
    'web',
    'console',
    'testkit',
    'bench',
    'e2e',
  ]);
  for (const violation of violations) console.error(violation);
  const tooFew = modules < MIN_MODULES;
  console.log(
    tooFew
      ? `Only ${modules} modules were read, which is too few for a valid check. See testkit/src/checkBoundaries.ts.`
      : `${modules} modules`,
  );
  process.exitCode = violations.length > 0 || tooFew ? 1 : 0;
}

if (import.meta.main) await checkBoundaries();
