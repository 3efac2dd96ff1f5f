import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './runCommand.ts';

/** The paths of the repository's files, with forward slashes: all but what .gitignore names. Works without git. */
export function repositoryFiles(): string[] {
  const ignored = readFileSync(path.join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''));
  return filesBelow('', new Set([...ignored, '.git']));
}

function filesBelow(folder: string, ignored: Set<string>): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file, ignored) : [file];
    })
    .sort();
}
