import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './runCommand.ts';

/** Lists the repository's files, with forward slashes, without those that .gitignore names. Works without git. */
export function repositoryFiles(): string[] {
  const ignored = readFileSync(path.join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''));
  const names = new Set([...ignored, '.git']);
  const endings = ignored.filter((line) => line.startsWith('*')).map((line) => line.slice(1));
  return filesBelow('', (name) => names.has(name) || endings.some((ending) => name.endsWith(ending)));
}

function filesBelow(folder: string, isIgnored: (name: string) => boolean): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file, isIgnored) : [file];
    })
    .sort();
}
