import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Sources of a content security policy: `'sha256-…'`. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/**
 * Hashes the inline scripts and styles of the pages of the built app.
 * @param folder undefined if the server has no app
 */
export async function inlineHashes(folder: string | undefined): Promise<InlineHashes> {
  // A missing folder is webApp's to report.
  const files = folder ? await readdir(folder, { recursive: true }).catch(() => []) : [];
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFile(join(folder ?? '', file), 'utf8'));
  const html = (await Promise.all(pages)).join('\n');
  return { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
}

/** Only elements without attributes: those with a `src` load a file. */
function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const contents = html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'));
  const sources = [...contents].map(([, content = '']) => `'sha256-${hash('sha256', content, 'base64')}'`);
  return [...new Set(sources)];
}
