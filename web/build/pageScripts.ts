import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rollup } from 'vite';

/**
 * The scripts that each page needs, by the pattern of its path: the first download, and the page's own with its imports.
 * @param root the app's folder, whose src/app/routes.tsx loads the pages
 * @param patterns the path of each page, by its name
 */
export async function scriptsOf(
  bundle: Rollup.OutputBundle,
  root: string,
  patterns: Record<string, string>,
): Promise<Record<string, string[]>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The build has no entry.');
  const first = withImports(entry, bundle);
  const modules = await pageModules(join(root, 'src/app'));
  return Object.fromEntries(
    Object.entries(patterns).map(([name, path]) => {
      const module = modules[name];
      const chunk = module ? chunks.find(({ moduleIds }) => moduleIds.includes(module)) : entry;
      if (!chunk) throw new Error(`The build has no chunk with ${module}.`);
      return [path, [...new Set([...first, ...withImports(chunk, bundle)])]];
    }),
  );
}

/** The module of each page that loads when opened, from routes.tsx. */
async function pageModules(app: string): Promise<Record<string, string>> {
  const routes = await readFile(join(app, 'routes.tsx'), 'utf8');
  const found = [
    ...routes.matchAll(/(?:name: '|^ {2})(\w+)(?:'|: lazyPage)[^{}]*?(?:\{[^{}]*\}[^{}]*?)??import\('(\.[^']+)'\)/gms),
  ];
  const loaded = routes.match(/\bimport\('/g)?.length;
  if (found.length === 0 || found.length !== loaded) throw new Error('routes.tsx loads pages that were not found.');
  return Object.fromEntries(found.map(([, name, path]) => [name, join(app, path ?? '')]));
}

/** A chunk and all that it imports. */
function withImports({ fileName, imports }: Rollup.OutputChunk, bundle: Rollup.OutputBundle): Set<string> {
  const files = new Set([fileName]);
  for (const imported of imports) {
    const chunk = bundle[imported];
    if (chunk?.type === 'chunk') for (const file of withImports(chunk, bundle)) files.add(file);
  }
  return files;
}
