import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import beasties from 'beasties';
import { build, type Plugin } from 'vite';
import { routePatterns } from '../src/paths.ts';

const ROOT = join(import.meta.dirname, '..');
/** What a guest opens first. */
const SCREENS = ['splash', 'login', 'registration', 'privacyPolicy', 'lostPassword'] as const;
const BOOT = /<div id="root">.*?<\/div>\s*<\/div>/s;

/**
 * Writes a page for each public screen, `screens/login.html` for `/login`: the app's page with the screen as HTML and
 * the styles that it needs inline.
 */
export function prerenderScreens(): Plugin {
  return {
    name: 'prerender-screens',
    apply: 'build',
    // Before the worker lists the files, and before they are compressed.
    writeBundle: { sequential: true, handler: ({ dir = '' }) => writeScreens(dir) },
  };
}

async function writeScreens(folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const renderScreen = await loadRenderer();
  await mkdir(join(folder, 'screens'), { recursive: true });
  for (const name of SCREENS) {
    const path = routePatterns[name];
    const rendered = await renderScreen(path);
    // The content security policy forbids style attributes. React sets them by script, so it renders such a screen again.
    const plain = rendered.replaceAll(/ style="[^"]*"/g, '');
    const root = `<div id="root" data-screen="${plain === rendered ? path : ''}">${plain}</div>`;
    const html = page.replace(BOOT, () => root);
    if (html === page) throw new Error('index.html has no #root with a boot picture.');
    await writeFile(join(folder, 'screens', `${path.slice(1) || 'index'}.html`), await inlineStyles(html, folder));
  }
}

/** Bundles the app into one file for Node, with the same class names as in the browser. */
async function loadRenderer(): Promise<(pathname: string) => Promise<string>> {
  const outDir = await mkdtemp(join(tmpdir(), 'prerender-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      plugins: [react()],
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/app/renderScreen.tsx',
        outDir,
        target: 'node24',
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const { renderScreen } = await import(join(outDir, 'renderScreen.js'));
    return renderScreen;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

// Its types describe CommonJS, where the class is a property of the module; Node loads the class itself.
const Beasties = beasties as unknown as typeof beasties.default;

/** The style sheet itself then loads after the screen has painted. */
function inlineStyles(html: string, path: string): Promise<string> {
  const options = { path, publicPath: '/', preload: 'body', fonts: false, logLevel: 'silent' } as const;
  // The class is set by the inline script (startEarly.ts).
  return new Beasties({ ...options, allowRules: [/^\.returning/] }).process(html);
}
