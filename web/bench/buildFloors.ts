import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { precompress } from '../build/precompress.ts';
import config from '../vite.config.ts';

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Floor</title>
    <script type="module" src="/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

const SCRIPTS = {
  react: `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'));
`,
  preact: `import { h, render } from 'preact';
render(h('h1', null, 'Hello'), document.getElementById('root'));
`,
};
export type FloorName = keyof typeof SCRIPTS;

/** Builds a page with one line for each library, compressed like the app. Returns the folder to serve for each. */
export async function buildFloors(folder: string): Promise<Record<FloorName, string>> {
  return { react: await buildFloor(folder, 'react'), preact: await buildFloor(folder, 'preact') };
}

async function buildFloor(folder: string, name: FloorName): Promise<string> {
  const root = join(folder, name);
  await mkdir(root);
  await writeFile(join(root, 'index.html'), HTML);
  await writeFile(join(root, 'main.js'), SCRIPTS[name]);
  const modules = join(import.meta.dirname, '../../node_modules');
  const alias = Object.fromEntries(['react', 'react-dom', 'preact'].map((each) => [each, join(modules, each)]));
  // Without the plugins that know the app's pages.
  await build({ ...config, plugins: [precompress()], configFile: false, root, logLevel: 'error', resolve: { alias } });
  return join(root, 'dist');
}
