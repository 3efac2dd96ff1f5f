import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOUNDARY_RULES } from './boundaryRules.ts';
import { cruiseBoundaries } from './checkBoundaries.ts';
import { checkFloors } from './checkFloors.ts';

const FOLDERS = ['contract', 'client', 'server', 'web', 'console', 'testkit', 'bench'];

/** Violates every rule at least once, with every syntax of an import. */
const FORBIDDEN: Array<[rule: string, from: string, to: string, statement: string]> = [
  ['bench-commands-on-top', 'bench/src/live/a.ts', 'bench/src/liveLoad.ts', "import '../liveLoad.ts';"],
  [
    'bench-known-by-none',
    'server/src/d.ts',
    'bench/src/system/systems.ts',
    "import '../../bench/src/system/systems.ts';",
  ],
  [
    'bench-known-by-none',
    'testkit/src/a.ts',
    'bench/src/system/systems.ts',
    "import '../../bench/src/system/systems.ts';",
  ],
  [
    'bench-known-by-none',
    'web/src/app/d.ts',
    'bench/src/system/systems.ts',
    "import '../../../bench/src/system/systems.ts';",
  ],
  [
    'bench-measures-the-product',
    'bench/src/web/a.ts',
    'console/src/app/App.tsx',
    "import '../../../console/src/app/App.tsx';",
  ],
  ['bench-system-at-the-bottom', 'bench/src/system/a.ts', 'bench/src/live/hall.ts', "import '../live/hall.ts';"],
  ['contract-stands-alone', 'contract/src/a.ts', 'node_modules/react-redux/index.js', "import 'react-redux';"],
  ['client-knows-no-app', 'client/src/api/a.ts', 'web/src/paths.ts', "import '../../../web/src/paths.ts';"],
  [
    'client-knows-no-app',
    'client/src/api/b.ts',
    'node_modules/react-redux/index.js',
    "import { useSelector } from 'react-redux';",
  ],
  ['client-network-at-the-bottom', 'client/src/network/a.ts', 'client/src/api/send.ts', "import '../api/send.ts';"],
  ['console-api-at-the-bottom', 'console/src/api/a.ts', 'console/src/page/Part.tsx', "import '../page/Part.tsx';"],
  ['console-features-apart', 'console/src/polls/a.ts', 'console/src/stage/Stage.tsx', "import '../stage/Stage.tsx';"],
  ['console-features-below-app', 'console/src/polls/b.ts', 'console/src/app/App.tsx', "import '../app/App.tsx';"],
  [
    'console-page-below-features',
    'console/src/page/a.ts',
    'console/src/stage/Stage.tsx',
    "import '../stage/Stage.tsx';",
  ],
  ['console-slide-below-features', 'console/src/slide/a.ts', 'console/src/api/b.ts', "import '../api/b.ts';"],
  ['console-shares-controls', 'console/src/app/a.ts', 'web/src/paths.ts', "import '../../../web/src/paths.ts';"],
  ['web-not-console', 'web/src/app/c.ts', 'console/src/page/Part.tsx', "import '../../../console/src/page/Part.tsx';"],
  ['no-cycles', 'contract/src/b.ts', 'contract/src/c.ts', "import type { C } from './c.ts';"],
  ['product-not-testkit', 'server/src/a.ts', 'testkit/src/kit.ts', "import '../../testkit/src/kit.ts';"],
  ['resolved', 'server/src/b.ts', './missing.ts', "import './missing.ts';"],
  [
    'server-composition-on-top',
    'server/src/identity/accounts/a.ts',
    'server/src/startServer.ts',
    "import '../../startServer.ts';",
  ],
  [
    'server-domain-below-http-and-cli',
    'server/src/questions/a.ts',
    'server/src/cli/command.ts',
    "import '../cli/command.ts';",
  ],
  [
    'server-domain-below-http-and-cli',
    'server/src/questions/b.ts',
    'server/src/http/handle.ts',
    "import '../http/handle.ts';",
  ],
  ['server-db-below-platform', 'server/src/platform/db/a.ts', 'server/src/platform/limit.ts', "import '../limit.ts';"],
  ['server-http-and-cli-apart', 'server/src/cli/a.ts', 'server/src/http/handle.ts', "import '../http/handle.ts';"],
  ['server-http-and-cli-apart', 'server/src/http/a.ts', 'server/src/cli/command.ts', "import '../cli/command.ts';"],
  [
    'server-messages-below-domain',
    'server/src/messages/a.ts',
    'server/src/identity/accounts/accountQueries.ts',
    "import '../identity/accounts/accountQueries.ts';",
  ],
  ['server-not-web', 'server/src/c.ts', 'web/src/paths.ts', "export * from '../../web/src/paths.ts';"],
  [
    'server-platform-at-the-bottom',
    'server/src/platform/a.ts',
    'server/src/identity/accounts/accountQueries.ts',
    "import '../identity/accounts/accountQueries.ts';",
  ],
  [
    'server-routes-are-listed-once',
    'server/src/http/b.ts',
    'server/src/http/routes/accountRoutes.ts',
    "import './routes/accountRoutes.ts';",
  ],
  ['tests-are-leaves', 'web/src/agenda/a.ts', 'web/src/agenda/timing.test.ts', "import './timing.test.ts';"],
  ['web-api-below-queue', 'web/src/api/a.ts', 'web/src/queue/runner.ts', "import '../queue/runner.ts';"],
  ['web-api-below-queue', 'web/src/api/b.ts', 'web/src/signin/LoginPage.tsx', "import '../signin/LoginPage.tsx';"],
  ['web-device-at-the-bottom', 'web/src/device/a.ts', 'web/src/session/state.ts', "import '../session/state.ts';"],
  ['web-live-below-features', 'web/src/live/a.ts', 'web/src/signin/LoginPage.tsx', "import '../signin/LoginPage.tsx';"],
  [
    'web-features-apart',
    'web/src/polls/a.ts',
    'web/src/signin/LoginPage.tsx',
    "const page = () => import('../signin/LoginPage.tsx');",
  ],
  [
    'web-features-below-app',
    'web/src/polls/b.ts',
    'web/src/app/store.ts',
    "import type { Store } from '../app/store.ts';",
  ],
  [
    'web-not-server',
    'web/src/app/a.ts',
    'server/src/platform/readConfig.ts',
    "import { config } from '@companion/server/platform/readConfig';",
  ],
  [
    'web-queue-below-features',
    'web/src/queue/a.ts',
    'web/src/signin/LoginPage.tsx',
    "import '../signin/LoginPage.tsx';",
  ],
  ['web-queue-below-features', 'web/src/queue/b.ts', 'web/src/page/Part.tsx', "import '../page/Part.tsx';"],
  ['web-session-is-state-only', 'web/src/session/a.ts', 'web/src/api/api.ts', "import '../api/api.ts';"],
  [
    'web-shared-below-features',
    'web/src/forms/a.ts',
    'web/src/signin/LoginPage.tsx',
    "import '../signin/LoginPage.tsx';",
  ],
  [
    'web-shared-below-features',
    'web/src/page/a.ts',
    'web/src/signin/LoginPage.tsx',
    "import '../signin/LoginPage.tsx';",
  ],
  ['web-toasts-know-ui-only', 'web/src/toasts/a.ts', 'web/src/session/state.ts', "import '../session/state.ts';"],
  ['web-ui-at-the-bottom', 'web/src/ui/a.ts', 'web/src/session/state.ts', "import '../session/state.ts';"],
  ['web-worker-apart', 'web/src/worker/a.ts', 'web/src/session/state.ts', "import '../session/state.ts';"],
  ['web-worker-by-messages', 'web/src/app/b.ts', 'web/src/worker/cache.ts', "import '../worker/cache.ts';"],
  [
    'web-ui-at-the-bottom',
    'web/src/ui/b.ts',
    'node_modules/react-redux/index.js',
    "import { useSelector } from 'react-redux';",
  ],
];

/** Allowed imports in the same tree. */
const ALLOWED: Record<string, string> = {
  // The other half of the cycle, which is reported only once.
  'contract/src/c.ts': "export { b } from './b.ts';",
  'bench/src/liveLoad.ts': "import './live/hall.ts'; import '../../testkit/src/kit.ts';",
  'bench/src/live/hall.ts': "import '../system/systems.ts'; import '../../../web/src/paths.ts';",
  'bench/src/system/systems.ts': "import '@companion/server/platform/limit'; import '@companion/contract/session';",
  'console/src/app/App.tsx': "import '../stage/Stage.tsx'; import '../page/Part.tsx';",
  'console/src/api/b.ts': '',
  'console/src/page/Part.tsx': "import '../../../web/src/ui/Button.tsx';",
  'console/src/slide/Slide.tsx': "import '../page/Part.tsx';",
  'console/src/stage/Stage.tsx':
    "import '../page/Part.tsx'; import '../slide/Slide.tsx'; import '@companion/contract/session';",
  'contract/src/session.ts': "import 'zod/mini';",
  'contract/src/session.test.ts': "import 'react-redux'; import '../../testkit/src/kit.ts';",
  'server/src/http/buildApp.ts': "import './routes/accountRoutes.ts'; import './handle.ts';",
  'server/src/cli/command.ts': "import '../identity/accounts/accountQueries.ts';",
  'server/src/http/handle.ts': "import '../identity/accounts/accountQueries.ts';",
  'server/src/http/routes/accountRoutes.ts':
    "import '../handle.ts'; import '../../identity/accounts/accountQueries.ts';",
  'server/src/identity/accounts/accountQueries.ts':
    "import '../../platform/readConfig.ts'; import '../../messages/outbox.ts';",
  'server/src/event/days.ts': 'export {};',
  'server/src/event/pack.ts': "import '../questions/order.ts';",
  'server/src/questions/list.ts': "import '../event/days.ts';",
  'server/src/questions/order.ts': 'export {};',
  'server/src/messages/outbox.ts': "import '../platform/readConfig.ts';",
  'server/src/platform/limit.ts': 'export {};',
  'server/src/platform/readConfig.ts': "import '@companion/contract/session';",
  'server/src/polls/answerQuestion.test.ts': "import '../startServer.ts'; import '../../../testkit/src/kit.ts';",
  'server/src/startServer.ts': "import './http/buildApp.ts';",
  'testkit/src/kit.ts': "import '@companion/server/startServer';",
  'web/src/paths.ts': 'export const paths = {};',
  'web/src/agenda/timing.test.ts': 'export {};',
  'client/src/api/send.ts': "import '@companion/contract/session'; import 'zod/mini';",
  'web/src/api/api.ts':
    "import '@companion/client/api/send'; import '../session/state.ts'; import '../toasts/toasts.ts';",
  'web/src/app/store.ts': "import '../api/api.ts'; import '../signin/LoginPage.tsx';",
  'web/src/forms/Form.tsx': "import '../api/api.ts'; import '../ui/Button.tsx'; import '../paths.ts';",
  'web/src/page/Part.tsx': "import '../api/api.ts'; import '../ui/Button.tsx';",
  'web/src/device/store.ts': "import '@companion/contract/session';",
  'web/src/session/state.ts': "import '@companion/contract/session'; import '../device/store.ts';",
  'web/src/queue/runner.ts': "import '../api/api.ts'; import '../session/state.ts'; import '../device/store.ts';",
  'web/src/signin/LoginPage.tsx':
    "import '../forms/Form.tsx'; import '../page/Part.tsx'; import '../queue/runner.ts'; import '../api/api.ts'; import '../ui/Button.tsx'; import '../paths.ts';",
  'web/src/toasts/toasts.ts': "import '../ui/Button.tsx';",
  'web/src/ui/Button.tsx': 'export {};',
  'web/src/worker/cache.ts': 'export {};',
  'node_modules/react-redux/index.js': '',
  'node_modules/react-redux/package.json': '{"name":"react-redux","exports":"./index.js"}',
  'node_modules/zod/mini.js': '',
  'node_modules/zod/package.json': '{"name":"zod","exports":{"./mini":"./mini.js"}}',
};

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'companion-boundaries-'));
  const forbidden = FORBIDDEN.map(([, from, , statement]) => [from, statement]);
  for (const [file, text] of [...Object.entries(ALLOWED), ...forbidden] as Array<[string, string]>) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  await mkdir(path.join(root, 'node_modules/@companion'));
  for (const workspace of ['contract', 'client', 'server']) {
    const manifest = { name: `@companion/${workspace}`, exports: { './*': './src/*.ts' } };
    await writeFile(path.join(root, workspace, 'package.json'), JSON.stringify(manifest));
    await symlink(path.join(root, workspace), path.join(root, 'node_modules/@companion', workspace));
  }
});

afterAll(() => rm(root, { recursive: true }));

test('boundaries: every rule finds its violations, and nothing else is reported', async () => {
  const { violations } = await cruiseBoundaries(root, FOLDERS);

  // Many of the forbidden imports are part of a circle of folders, too.
  const byRule = violations.filter((violation) => !violation.startsWith('folders-one-way: '));
  expect(byRule).toEqual(FORBIDDEN.map(([rule, from, to]) => `${rule}: ${from} -> ${to}`).sort());
  expect([...new Set(FORBIDDEN.map(([rule]) => rule))].sort()).toEqual(BOUNDARY_RULES.map(({ name }) => name).sort());
  expect(violations).toContain('folders-one-way: server/src/event -> server/src/questions');
  expect(violations).toContain('folders-one-way: server/src/questions -> server/src/event');
});

const imports = (source: string, ...resolved: string[]) => ({
  source,
  dependencies: resolved.map((to) => ({ resolved: to })),
});

test('floors: a folder stands above all that it imports, and one with too many floors is reported', () => {
  const modules = [
    imports('app/main.ts', 'app/http/serve.ts', 'app/domain/polls/count.ts'),
    imports('app/http/serve.ts', 'app/domain/polls/count.ts'),
    imports('app/domain/polls/count.ts', 'app/domain/rows.ts', 'contract/call.ts'),
    imports('app/domain/rows.ts'),
  ];

  expect(checkFloors(modules, { app: 3, 'app/domain': 2 })).toEqual([]);
  expect(checkFloors(modules, { app: 2, 'app/domain': 1 }).sort()).toEqual([
    'most-floors: app/domain: 2 floors, at most 1',
    'most-floors: app: 3 floors, at most 2',
  ]);
});

test('floors: folders that import each other are reported, at any depth, though no file is part of a circle', () => {
  const modules = [
    imports('app/polls/a.ts', 'app/live/b.ts'),
    imports('app/live/c.ts', 'app/polls/d.ts'),
    imports('app/page/one/a.ts', 'app/page/two/b.ts'),
    imports('app/page/two/c.ts', 'app/page/three.ts'),
    imports('app/page/three.ts', 'app/page/one/d.ts'),
    imports('app/page/one/e.ts', 'app/polls/a.ts'),
  ];

  expect(checkFloors(modules, { app: 1 })).toEqual([
    'folders-one-way: app/polls -> app/live',
    'folders-one-way: app/live -> app/polls',
    'folders-one-way: app/page/one -> app/page/two',
    'folders-one-way: app/page/two -> app/page/three.ts',
    'folders-one-way: app/page/three.ts -> app/page/one',
  ]);
});
