import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import { countStates, listInvitationStates } from '../attendees/invitationStates.ts';
import { type Command, CommandError } from './command.ts';
import { typedPath } from './typedPath.ts';

/** Tells how far the attendees have come, as counts or person by person. */
export const invitationsCommand: Command = {
  name: 'invitations',
  usage: '[FILE.csv]',
  summary: 'Counts who is invited, has opened the link or activated; with a file, person by person.',
  async run({ positionals: [typed, ...more] }, { env, say, withServices }) {
    if (more.length > 0) throw new CommandError('Name one file.', { usage: true });
    const file = typed === undefined ? undefined : typedPath(typed, env);
    const states = await withServices(({ db }) => listInvitationStates(db));
    say(`${states.length} attendees: ${countStates(states) || 'none'}.`);
    const failures = Map.groupBy(
      states.filter(({ state }) => state === 'failed'),
      ({ why }) => why,
    );
    for (const [why, people] of failures) say(`failed: ${people.length} (${why})`);
    if (file === undefined) return;

    const rows = states.map(({ ticket, state, why, invitedAt }) => ({
      'Attendee #': ticket.external_id,
      'First Name': ticket.first_name,
      'Last Name': ticket.last_name,
      Email: ticket.email,
      State: state,
      Why: why,
      'Invited At': invitedAt === null ? '' : new Date(invitedAt).toISOString(),
    }));
    // A spreadsheet must neither run what somebody gave as a name, nor guess the encoding.
    const csv = stringify(rows, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
    await writeFile(file, csv, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        `${file}: ${error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`}.`,
      );
    });
    say(`${file} has each of them.`);
  },
};
