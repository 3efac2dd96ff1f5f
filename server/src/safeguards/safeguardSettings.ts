import type { HallCounts, Safeguards } from '@companion/contract/staff/safeguards';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { type Flag, toFlag } from '../platform/db/table.ts';
import { DomainError, reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';

const UNTOUCHED: Safeguards = {
  hallCounts: 'automatic',
  registrationPaused: false,
  confirmationRequired: false,
  version: 0,
};

/** What keeps invented accounts from outvoting the hall, as the staff has set it (decision 056). */
export async function readSafeguards(db: ReadDatabase): Promise<Safeguards> {
  const row = await db.selectFrom('safeguards').selectAll().executeTakeFirst();
  if (!row) return UNTOUCHED;
  return {
    hallCounts: row.hall_counts,
    registrationPaused: row.registration_paused === 1,
    confirmationRequired: row.confirmation_required === 1,
    version: row.version,
  };
}

/** Whose counts the hall is shown, as a part of a larger statement. */
export const hallCounts: RawBuilder<HallCounts> = sql`coalesce((select hall_counts from safeguards), 'automatic')`;

export async function readHallCounts(db: ReadDatabase): Promise<HallCounts> {
  return (await db.selectNoFrom(hallCounts.as('choice')).executeTakeFirstOrThrow()).choice;
}

/** Whether taking part needs a confirmed account, as a part of a larger statement. */
export const confirmationRequired: RawBuilder<Flag> = sql`coalesce((select confirmation_required from safeguards), 0)`;

/** @throws DomainError `forbidden` while no one can register, with where to turn */
export async function checkRegistration(db: ReadDatabase): Promise<void> {
  const paused = await db
    .selectFrom('safeguards')
    .innerJoin('events', (join) => join.onTrue())
    .select(['help_desk_email', 'help_desk_phone'])
    .where('registration_paused', '=', 1)
    .executeTakeFirst();
  if (!paused) return;
  const desk = `${paused.help_desk_phone} or ${paused.help_desk_email}`;
  reject('forbidden', `No one can register at the moment. Please ask the help desk: ${desk}.`);
}

/** Another member has changed the safeguards since the caller read them. */
export class SafeguardsConflict extends DomainError {
  declare readonly current: Safeguards;

  constructor(current: Safeguards) {
    super('conflict', 'Another member of the staff has changed this.', { current });
  }
}

/** @throws SafeguardsConflict when `version` is not the current one */
export async function changeSafeguards(
  tx: Transacting,
  { version, ...change }: Partial<Safeguards> & Pick<Safeguards, 'version'>,
): Promise<Safeguards> {
  const { db } = tx;
  // Makes the row, or locks it.
  await db
    .insertInto('safeguards')
    .values({ id: 1, ...columnsOf(UNTOUCHED) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute();
  const before = await readSafeguards(db);
  if (before.version !== version) throw new SafeguardsConflict(before);
  const after: Safeguards = {
    hallCounts: change.hallCounts ?? before.hallCounts,
    registrationPaused: change.registrationPaused ?? before.registrationPaused,
    confirmationRequired: change.confirmationRequired ?? before.confirmationRequired,
    version: version + 1,
  };
  await db.updateTable('safeguards').set(columnsOf(after)).execute();
  await recordChange(tx, 'safeguards', 'safeguards');
  return after;
}

const columnsOf = ({ hallCounts, registrationPaused, confirmationRequired, version }: Safeguards) => ({
  hall_counts: hallCounts,
  registration_paused: toFlag(registrationPaused),
  confirmation_required: toFlag(confirmationRequired),
  version,
});
