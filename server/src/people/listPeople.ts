import { setImmediate as nextRound } from 'node:timers/promises';
import { type getPeople, type ListedPerson, PEOPLE_PER_PAGE, type PersonState } from '@companion/contract/staff/people';
import { sql } from 'kysely';
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
  const inState = state && (await readState(services, state, pause));
  const found = await index.find(
    (person) =>
      (organizationType === undefined || person.organizationType === organizationType) &&
      (!inState || inState.has(person.id)) &&
      isInSearch(person),
    pause,
  );
  const ids = found.slice((page - 1) * PEOPLE_PER_PAGE, page * PEOPLE_PER_PAGE).map(({ id }) => id);
  return { people: await readPeople(services.db, ids), total: found.length };
}

/** The ids of everyone in a state, which no index has: it follows from much of an account, and from its messages. */
async function readState(
  services: Pick<Services, 'db' | 'config'>,
  state: PersonState,
  pause: Pause,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const slice of accountSlices(services)) {
    // As one text: a driver takes many times as long for a row each.
    const found = await services.db
      .selectFrom('accounts')
      .select(sql<string | null>`string_agg(accounts.id, ',')`.as('ids'))
      .where(slice)
      .where(isInState(state))
      .executeTakeFirstOrThrow();
    for (const id of found.ids?.split(',') ?? []) ids.add(id);
    await pause();
  }
  return ids;
}

async function readPeople(db: ReadDatabase, ids: string[]): Promise<ListedPerson[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('accounts').select(PERSON_COLUMNS).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toListedPerson(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
