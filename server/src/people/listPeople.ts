import { setImmediate as nextRound } from 'node:timers/promises';
import { type getPeople, type ListedPerson, PEOPLE_PER_PAGE } from '@companion/contract/staff/people';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { slicesOf } from '../identity/accounts/slicesOf.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Pause } from '../platform/db/searchTexts.ts';
import type { Services } from '../platform/services.ts';
import { byBytes, matchesPerson } from './matchesPerson.ts';
import { isInState, PERSON_COLUMNS, toListedPerson } from './personColumns.ts';

type Sought = Omit<z.output<(typeof getPeople)['query']>, 'page'>;

interface Place {
  id: string;
  name: string;
  /** How many of its slice are found. */
  found: number;
}

/**
 * A page of the people who are found, by last name, and how many they are. All accounts are read, on SQLite some in each
 * statement; from each slice the first ones, of which the first of all are the page.
 * @param page from 1
 */
export async function listPeople(
  services: Pick<Services, 'db' | 'config'>,
  sought: Sought,
  page: number,
  pause: Pause = nextRound,
): Promise<{ people: ListedPerson[]; total: number }> {
  const upTo = page * PEOPLE_PER_PAGE;
  let first: Place[] = [];
  let total = 0;
  for await (const slice of slicesOf(services)) {
    const places = await placesOf(services, sought)
      .$if(slice.after !== '', (query) => query.where('id', '>', slice.after))
      .$if(slice.until !== undefined, (query) => query.where('id', '<=', slice.until ?? ''))
      .limit(upTo)
      .execute();
    total += places[0]?.found ?? 0;
    first = [...first, ...places].sort(byName).slice(0, upTo);
    await pause();
  }
  const ids = first.slice(upTo - PEOPLE_PER_PAGE).map(({ id }) => id);
  return { people: await readPeople(services.db, ids), total };
}

const placesOf = (services: Pick<Services, 'db' | 'config'>, { search, state, organizationType }: Sought) => {
  const name = byBytes(services, sql`lower(${byBytes(services, sql`last_name || ' ' || first_name`)})`);
  return services.db
    .selectFrom('accounts')
    .select(['id', name.as('name'), sql<number>`count(*) over ()`.as('found')])
    .$if(Boolean(search), (query) => query.where(matchesPerson(services, search ?? '')))
    .$if(state !== undefined, (query) => query.where(isInState(state ?? 'confirmed')))
    .$if(organizationType !== undefined, (query) => query.where('organization_type', '=', organizationType ?? ''))
    .orderBy('name')
    .orderBy('id');
};

/** As the engines sort: by the bytes of UTF-8. */
const byName = (a: Place, b: Place): number =>
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.id < b.id ? -1 : 1);

async function readPeople(db: ReadDatabase, ids: string[]): Promise<ListedPerson[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('accounts').select(PERSON_COLUMNS).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toListedPerson(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
