import { resolve } from 'node:path';
import type { CommandContext } from './command.ts';

/** A path as whoever typed it meant it: npm runs scripts in the repository's folder, and says where it was called. */
export function typedPath(path: string, env: CommandContext['env']): string {
  return resolve(env.INIT_CWD ?? '', path);
}
