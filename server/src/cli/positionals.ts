import { type CommandContext, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';

/** @throws CommandError unless exactly one file is given */
export function oneFile(positionals: string[], env: CommandContext['env']): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError('Name one file.', { usage: true });
  return typedPath(file, env);
}

/** @throws CommandError unless exactly one person is given */
export function onePerson(positionals: string[]): string {
  const [who, ...more] = positionals;
  if (!who?.trim() || more.length > 0) {
    throw new CommandError('Name one person by account id, e-mail or phone number, in quotes if it contains spaces.', {
      usage: true,
    });
  }
  return who.trim();
}
