import { resolve } from 'node:path';
import { CommandError } from '../command.ts';

/** The file that was named. */
export function oneFile(positionals: string[]): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('Name one file.', { usage: true });
  return resolve(file);
}
