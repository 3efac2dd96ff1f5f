import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { screenFile } from '@companion/contract/appAddress';
import beasties from 'beasties';
import { build, type Plugin } from 'vite';
import { routePatterns } from '../src/paths.ts';

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
  const write = async (path: string, toRoot: (boot: string) => string) => {
    const html = page.replace(ROOT_ELEMENT, (_, boot: string) => toRoot(boot));
    if (html === page) throw new Error('index.html has no #root with a boot picture.');
    const file = join(folder, screenFile(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await inlineStyles(html, folder));
  };
  for (const name of PUBLIC) {
    const path = routePatterns[name];
    const rendered = await renderScreen(path, 'guest');
    const plain = withoutStyles(rendered);
    // React sets style attributes by script, so the app renders a screen that has some again.
    await write(path, () => `<div id="root" data-screen="${plain === rendered ? path : ''}">${plain}</div>`);
  }
  for (const name of PROTECTED) {
    const path = routePatterns[name].replaceAll(/:\w+/g, '_');
    const frame = withoutStyles(await renderScreen(path, 'attendee')).replaceAll(LIVE, '$1\u00a0$3');
    await write(path, (boot) => `<div id="root"><div data-frame>${frame}</div>${boot}</div>`);
  }
}

/** The content security policy forbids style attributes. */
const withoutStyles = (html: string) => html.replaceAll(/ style="[^"]*"/g, '');

type RenderScreen = (pathname: string, visitor: 'guest' | 'attendee') => Promise<string>;

/** Bundles the app into one file for Node, with the same class names as in the browser. */
async function loadRenderer(): Promise<RenderScreen> {
  const outDir = await mkdtemp(join(tmpdir(), 'prerender-'));
  try {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV) },
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
  // The classes are set by the inline script (startEarly.ts), and the library drops every :where().
  return new Beasties({ ...options, allowRules: [/^\.(returning|framed)/, /^:where\(/] }).process(html);
}
