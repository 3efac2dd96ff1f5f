import { setImmediate as nextRound } from 'node:timers/promises';
import { type getPeople, type ListedPerson, PEOPLE_PER_PAGE, type PersonState } from '@companion/contract/staff/people';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod/mini';
import { accountSlices } from '../identity/accounts/accountSlices.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Pause } from '../platform/db/searchTexts.ts';
import type { Services } from '../platform/services.ts';
import { personMatcher } from './matchesPerson.ts';
import type { PeopleIndex } from './peopleIndex.ts';
import { isInState, PERSON_COLUMNS, toListedPerson } from './personColumns.ts';

type Sought = Omit<z.output<(typeof getPeople)['query']>, 'page'>;

/**
 * A page of the people who are found, by last name, and how many they are.
 * @param page from 1
 */
export async function listPeople(
  services: Pick<Services, 'db' | 'config'>,
  index: PeopleIndex,
  { search, state, organizationType }: Sought,
  page: number,
  pause: Pause = nextRound,
): Promise<{ people: ListedPerson[]; total: number }> {
  const isInSearch = search ? personMatcher(search) : () => true;
  const isInSoughtState = state ? await readState(services, state, pause) : () => true;
  const found = await index.find(
    (person) =>
      (organizationType === undefined || person.organizationType === organizationType) &&
      isInSearch(person) &&
      isInSoughtState(person.id),
    pause,
  );
  const ids = found.slice((page - 1) * PEOPLE_PER_PAGE, page * PEOPLE_PER_PAGE).map(({ id }) => id);
  return { people: await readPeople(services.db, ids), total: found.length };
}

/** Tells who is in a state, which no index has: it follows from much of an account, and from its messages. */
async function readState(
  services: Pick<Services, 'db' | 'config'>,
  state: PersonState,
  pause: Pause,
): Promise<(id: string) => boolean> {
  const texts: { inside: string | null; outside: string | null }[] = [];
  for await (const slice of accountSlices(services)) {
    // As one text: a driver takes many times as long for a row each.
    const idsWhere = (isMeant: RawBuilder<SqlBool>) =>
      sql<string | null>`string_agg(accounts.id, ',') filter (where ${isMeant})`;
    texts.push(
      await services.db
        .selectFrom('accounts')
        .select([idsWhere(isInState(state)).as('inside'), idsWhere(sql`not ${isInState(state)}`).as('outside')])
        .where(slice)
        .executeTakeFirstOrThrow(),
    );
    await pause();
  }
  // To look for each person among tens of thousands takes longer than the reading, and most are often in one state.
  const [inside, outside] = [texts.map((text) => text.inside), texts.map((text) => text.outside)];
  const isInside = inside.join().length <= outside.join().length;
  const ids = new Set((isInside ? inside : outside).flatMap((text) => text?.split(',') ?? []));
  return (id) => ids.has(id) === isInside;
}

async function readPeople(db: ReadDatabase, ids: string[]): Promise<ListedPerson[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('accounts').select(PERSON_COLUMNS).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toListedPerson(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
