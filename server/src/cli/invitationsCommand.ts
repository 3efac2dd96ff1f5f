import { pipeline } from 'node:stream/promises';
import { csvFile } from '../archive/csvRows.ts';
import { countStates, listInvitationStates } from '../attendees/invitationStates.ts';
import { isoTime } from '../platform/time.ts';
import { type Command, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';
import { writeNewFile } from './writeNewFile.ts';

const COLUMNS = ['Attendee #', 'First Name', 'Last Name', 'Email', 'State', 'Why', 'Invited At'];

/** Reports the invitation state of the attendees, as counts or person by person. */
export const invitationsCommand: Command = {
  name: 'invitations',
  usage: '[FILE.csv] [--force]',
  summary: 'Counts attendees who are invited, have opened the link or have activated; with a file, lists each of them.',
  options: { force: { type: 'boolean' } },
  async run({ positionals: [typed, ...more], values }, { env, print, withServices }) {
    if (more.length > 0) throw new CommandError('More than one file is given. Name one.', { usage: true });
    const file = typed === undefined ? undefined : typedPath(typed, env);
    const states = await withServices(({ db }) => listInvitationStates(db));
    print(`${states.length} attendees: ${countStates(states) || 'none'}.`);
    const failures = Map.groupBy(
      states.filter(({ state }) => state === 'failed'),
      ({ why }) => why,
    );
    for (const [why, people] of failures) print(`failed: ${people.length} (${why})`);
    if (file === undefined) return;

    const rows = states.map(({ ticket, state, why, invitedAt }) => [
      ...[ticket.external_id, ticket.first_name, ticket.last_name, ticket.email],
      ...[state, why, isoTime(invitedAt)],
    ]);
    await writeNewFile(file, { force: values.force === true }, (stream) =>
      pipeline([csvFile([COLUMNS, ...rows])], stream),
    );
    print(`${file} lists every attendee.`);
  },
};
