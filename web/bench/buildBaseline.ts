import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../vite.config.ts';

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Baseline</title>
    <script type="module" src="/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'One line.'));
`;

/** Builds a minimal React page, compressed like the app, as a baseline. Returns the folder to serve. */
export async function buildBaseline(root: string): Promise<string> {
  await mkdir(root);
  await writeFile(join(root, 'index.html'), HTML);
  await writeFile(join(root, 'main.js'), SCRIPT);
  const modules = join(import.meta.dirname, '../../node_modules');
  await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') } },
  });
  return join(root, 'dist');
}
