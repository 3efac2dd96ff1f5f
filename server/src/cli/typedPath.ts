import { resolve } from 'node:path';
import { type CommandContext, CommandError } from './command.ts';

/**
 * A path as it was meant where it was typed: npm runs scripts in the repository's folder, and says where it was called.
 * @throws CommandError for an address on the web
 */
export function typedPath(path: string, env: CommandContext['env']): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new CommandError(
      `${path} is an address on the web, and this command reads and writes files only. ` +
        `Download it first, for instance with: curl -fL -o FILE '${path}'. Then name that file.`,
    );
  }
  return resolve(env.INIT_CWD ?? '', path);
}
