import { parse } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** Makes the exports of a file available in a page, without the app around it, as a global variable with the file's name. */
export async function loadInPage(page: Page, file: URL): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: file.pathname, formats: ['iife'], name: parse(file.pathname).name },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  // Not a script element: the content security policy forbids inline scripts.
  await page.evaluate(bundle?.output[0].code ?? '');
}
