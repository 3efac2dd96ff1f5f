import path from 'node:path';
import which from 'which';

/** Finds the first of these programs in the given folders or on PATH. */
export function findExecutable(names: string[], foldersBefore: string[] = []): string | undefined {
  const folders = [...foldersBefore, process.env.PATH ?? ''].join(path.delimiter);
  for (const name of names) {
    const file = which.sync(name, { path: folders, nothrow: true });
    if (file) return file;
  }
  return undefined;
}
