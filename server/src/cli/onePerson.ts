import { CommandError } from './command.ts';

/** The person who was named. */
export function onePerson(positionals: string[]): string {
  const [who, ...more] = positionals;
  if (!who?.trim() || more.length > 0) {
    throw new CommandError('Name one person, by account id, e-mail or phone number; in quotes where it has blanks.', {
      usage: true,
    });
  }
  return who.trim();
}
