import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The first of these programs on PATH, or in the folders that come before it. */
export function findExecutable(names: string[], foldersBefore: string[] = []): string | undefined {
  const folders = [...foldersBefore, ...(process.env.PATH ?? '').split(path.delimiter)].filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
