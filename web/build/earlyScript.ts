import { join } from 'node:path';
import { AUTOLOGIN_PARAM } from '@companion/contract/constants';
import { getContent } from '@companion/contract/content';
import { pathOf } from '@companion/contract/defineCall';
import { EVENT_FILES } from '@companion/contract/event';
import { getLiveState } from '@companion/contract/live';
import { getQuestions } from '@companion/contract/question';
import { refresh } from '@companion/contract/session';
import { build, type Plugin, type Rollup } from 'vite';
import { routePatterns } from '../src/paths.ts';
import { scriptsOf } from './pageScripts.ts';

const PLACE = '<!-- early script -->';
const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');

/**
 * Puts early/startEarly.ts into the page as an inline script, with the addresses of each page's scripts. The server
 * allows it by its hash (security.ts).
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        if (!bundle) return html;
        const code = await compileEarly(await preloadsOf(bundle));
        // Before the style sheet, for which a later script would wait. A function, since the code may contain `$&`.
        return html.replace(PLACE, () => `<script>${code}</script>`);
      },
    },
  };
}

/** The scripts of each page that are not part of the first download, by the regular expression of its path. */
async function preloadsOf(bundle: Rollup.OutputBundle): Promise<[string, string[]][]> {
  const { [routePatterns.login]: first = [], ...pages } = await scriptsOf(bundle, ROOT, routePatterns);
  return Object.entries(pages).flatMap(([path, files]) => {
    const later = files.filter((file) => !first.includes(file)).map((file) => `/${file}`);
    return later.length > 0 ? [[patternSource(path), later]] : [];
  });
}

const patternSource = (path: string): string => `^${path.replace(/:\w+/g, '[^/]+')}/*$`;

async function compileEarly(pages: [string, string[]][]): Promise<string> {
  const host = process.env.VITE_API_HOST ?? '';
  const address = (call: { path: string }) => `${host}/api${pathOf(call)}`;
  const early = {
    pages,
    // The lists show their times in the event's zone, so they wait for it.
    lists: [...[getContent, getQuestions, getLiveState].map(address), `${host}${EVENT_FILES.info}`],
    refresh: address(refresh),
    linkParam: AUTOLOGIN_PARAM,
  };
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { EARLY: JSON.stringify(early) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: join(SOURCE, 'early/startEarly.ts'), formats: ['iife'], name: 'early' },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const chunk = result && 'output' in result ? result.output[0] : undefined;
  if (!chunk) throw new Error('The early script was not built.');
  return chunk.code.trim();
}
