import { setImmediate as nextRound } from 'node:timers/promises';
import {
  type Funnel,
  type getPeopleCounts,
  PERSON_MARKS,
  PERSON_STEPS,
  type PersonStep,
} from '@companion/contract/staff/people';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { accountSlices } from '../identity/accounts/accountSlices.ts';
import { openSessions } from '../identity/session/sessionStore.ts';
import type { Flag } from '../platform/db/table.ts';
import type { Services } from '../platform/services.ts';
import { ADDED_BY_STAFF, PERSON_COLUMNS } from './personColumns.ts';

type Counts = z.output<(typeof getPeopleCounts)['answer']>['results'];

const GROUPED = ['step', 'confirmed', 'messageFailed', 'smsOff', 'organizationType', 'source', 'signedIn'] as const;

/** People of whom all that is counted is the same. */
type Group = { step: PersonStep; organizationType: string; source: string; people: number } & Record<
  (typeof PERSON_MARKS)[number] | 'signedIn',
  Flag
>;

/** Everyone in groups; on SQLite read in slices, of which each has groups of its own. */
export async function groupPeople(services: Pick<Services, 'db' | 'config'>, now: number): Promise<Group[]> {
  const { db } = services;
  const groups: Group[] = [];
  for await (const slice of accountSlices(services)) {
    const signedIn = openSessions(db, now)
      .select(sql.lit(1).as('one'))
      .where('account_id', '=', sql.ref<string>('accounts.id'));
    const people = db
      .selectFrom('accounts')
      .select(PERSON_COLUMNS)
      .select(['source', sql<Flag>`case when exists ${signedIn} then 1 else 0 end`.as('signedIn')])
      .where(slice);
    const rows = await db
      .selectFrom(people.as('person'))
      .select(GROUPED)
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .groupBy(GROUPED)
      .execute();
    groups.push(...rows);
    await nextRound();
  }
  return groups;
}

export function countStates(groups: Group[]): Counts {
  const types = Map.groupBy(groups, ({ organizationType }) => organizationType);
  return {
    total: sumOf(groups),
    states: [
      ...PERSON_STEPS.map((state) => ({ state, people: sumOf(groups, ({ step }) => step === state) })),
      ...PERSON_MARKS.map((state) => ({ state, people: sumOf(groups, (group) => group[state] === 1) })),
    ],
    organizationTypes: [...types]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, ofType]) => ({ name, people: sumOf(ofType) })),
  };
}

export function countFunnel(groups: Group[]): Funnel {
  const counted = groups.filter(({ step }) => step !== 'cancelled');
  const isOther = ({ source }: Group) => source === 'registration' || source === ADDED_BY_STAFF;
  const [others, imported] = [counted.filter(isOther), counted.filter((group) => !isOther(group))];
  const isActivated = ({ step }: Group) => step === 'activated';
  return {
    imported: sumOf(imported),
    // Who activates without an invitation has found the app without one.
    invited: sumOf(imported, (group) => group.step === 'invited' || isActivated(group)),
    activated: sumOf(imported, isActivated),
    signedIn: sumOf(imported, (group) => isActivated(group) && group.signedIn === 1),
    others: sumOf(others),
    othersSignedIn: sumOf(others, ({ signedIn }) => signedIn === 1),
  };
}

const sumOf = (groups: Group[], isCounted: (group: Group) => boolean = () => true): number =>
  groups.filter(isCounted).reduce((sum, { people }) => sum + people, 0);
