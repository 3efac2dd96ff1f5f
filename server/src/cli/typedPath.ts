import { resolve } from 'node:path';
import { type CommandContext, CommandError } from './command.ts';

/**
 * Resolves a path against the folder in which the operator typed it: npm runs scripts in the repository's folder.
 * @throws CommandError for an address on the web
 */
export function typedPath(path: string, env: CommandContext['env']): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new CommandError(
      `${path} is a web address, but this command reads and writes files only. ` +
        `Download it first, for example with: curl -fL -o FILE '${path}'. Then name that file.`,
    );
  }
  return resolve(env.INIT_CWD ?? '', path);
}
