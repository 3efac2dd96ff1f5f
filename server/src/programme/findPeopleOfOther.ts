import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** The event of a database that another one is to follow in, and the people who stay in it. */
export interface EventWithPeople {
  name: string;
  /** Accounts, and tickets without one. */
  people: number;
}

/**
 * Finds the event whose people would become those of another one: they stay in the database, and are invited again.
 * @param id of the event that is to be loaded
 * @returns undefined if it is the same event, or no one is on record, or there was no event yet
 */
export async function findPeopleOfOther(db: ReadDatabase, id: string): Promise<EventWithPeople | undefined> {
  const before = await db.selectFrom('events').select(['id', 'name']).executeTakeFirst();
  if (!before || before.id === id) return undefined;
  // Revision 0 is what a server without an event shows: who was imported before the first load is of that load's event.
  const published = await db.selectFrom('revisions').select('revision').orderBy('revision', 'desc').executeTakeFirst();
  if (published?.revision === 0) return undefined;
  const { accounts, tickets } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('accounts').select(fn.countAll<number>().as('count')).as('accounts'),
      selectFrom('tickets')
        .select(fn.countAll<number>().as('count'))
        .where('account_id', 'is', null)
        .where('erased_at', 'is', null)
        .as('tickets'),
    ])
    .executeTakeFirstOrThrow();
  const people = Number(accounts) + Number(tickets);
  return people === 0 ? undefined : { name: before.name, people };
}
