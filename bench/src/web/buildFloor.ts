import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@companion/testkit/runCommand';
import { build } from 'vite';
import { buildOptions } from '../../../web/build/buildOptions.ts';
import { precompress } from '../../../web/build/precompress.ts';

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

const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'));
`;

/** Builds a React page with one line, compressed like the app. Returns the folder to serve. */
export async function buildFloor(folder: string): Promise<string> {
  const root = join(folder, 'floor');
  await mkdir(root);
  await writeFile(join(root, 'index.html'), HTML);
  await writeFile(join(root, 'main.js'), SCRIPT);
  const modules = join(ROOT, 'node_modules');
  const alias = Object.fromEntries(['react', 'react-dom'].map((each) => [each, join(modules, each)]));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [precompress()],
    resolve: { alias },
    build: buildOptions('production', 'web', []),
  });
  return join(root, 'dist');
}
