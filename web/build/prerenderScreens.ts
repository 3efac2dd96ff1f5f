import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { screenFile } from '@companion/contract/appAddress';
import beasties from 'beasties';
import { build, type Plugin } from 'vite';
import { routePatterns } from '../src/paths.ts';
import { runOnPreact } from './runOnPreact.ts';

const ROOT = join(import.meta.dirname, '..');
/** What a guest opens first. */
const PUBLIC = ['splash', 'login', 'registration', 'privacyPolicy', 'lostPassword'] as const;
/** What an attendee opens first: the menu's screens and those of one item. */
const PROTECTED = [
  'dashboard',
  'polls',
  'question',
  'agenda',
  'speakers',
  'contentItem',
  'sponsors',
  'profile',
] as const;
const ROOT_ELEMENT = /<div id="root">\s*(<div class="boot">.*?<\/div>)\s*<\/div>/s;
/** What depends on the moment, such as the date. */
const LIVE = /(<(\w+)[^>]* data-live="true"[^>]*>).*?(<\/\2>)/gs;

/**
 * Writes a page for each of these screens, `screens/login.html` for `/login`: the app's page with the screen as HTML and
 * the styles that it needs inline. A protected screen is its frame: header, menu, and placeholders.
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
  for (const name of [...PUBLIC, ...PROTECTED]) {
    const path = routePatterns[name].replaceAll(/:\w+/g, '_');
    const rendered = await renderScreen(name, path);
    // The content security policy forbids style attributes. Preact sets them by script, so the app renders such a screen again.
    const plain = rendered.replaceAll(/ style="[^"]*"/g, '');
    const html = page.replace(ROOT_ELEMENT, (_, boot) =>
      PUBLIC.some((one) => one === name)
        ? `<div id="root" data-screen="${plain === rendered ? path : ''}">${plain}</div>`
        : `<div id="root"><div data-frame>${plain.replaceAll(LIVE, '$1\u00a0$3')}</div>${boot}</div>`,
    );
    if (html === page) throw new Error('index.html has no #root with a boot picture.');
    const file = join(folder, screenFile(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await inlineStyles(html, folder));
  }
}

/** Bundles the app into one file for Node, with the same class names as in the browser. */
async function loadRenderer(): Promise<(name: string, pathname: string) => Promise<string>> {
  const outDir = await mkdtemp(join(tmpdir(), 'prerender-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      ...runOnPreact,
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
  return new Beasties({ ...options, allowRules: [/^\.(returning|framed)/] }).process(html);
}
