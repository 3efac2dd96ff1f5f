import { CommandError } from './command.ts';

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
