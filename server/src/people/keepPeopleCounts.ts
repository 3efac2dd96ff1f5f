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
import type { Flag } from '../platform/db/table.ts';
import { keepFor } from '../platform/keepFor.ts';
import { openSessions } from '../platform/openSessions.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { ADDED_BY_STAFF, PERSON_COLUMNS, PERSON_STEP } from './personColumns.ts';

type Counts = z.output<(typeof getPeopleCounts)['answer']>['results'];

const GROUPED = ['step', 'confirmed', 'messageFailed', 'smsOff', 'organizationType', 'source'] as const;

/** People of whom all that is counted is the same. */
type Group = { step: PersonStep; organizationType: string; source: string; people: number } & Record<
  (typeof PERSON_MARKS)[number],
  Flag
>;
/** People who are signed in. */
type SignedIn = Pick<Group, 'step' | 'source' | 'people'>;

/** However many ask, a node counts no more often. */
const KEPT_MS = 10 * SECOND;

/** The counts of people on one node. */
export interface PeopleCounts {
  states(): Promise<Counts>;
  funnel(): Promise<Funnel>;
  /** After a change on this node. */
  forget(): void;
}

export function keepPeopleCounts(services: Pick<Services, 'db' | 'config' | 'now'>): PeopleCounts {
  const groups = keepFor(services, KEPT_MS, () => groupPeople(services));
  const signedIn = keepFor(services, KEPT_MS, (now) => groupSignedIn(services, now));
  return {
    states: async () => countStates(await groups.current()),
    funnel: async () => countFunnel(await groups.current(), await signedIn.current()),
    forget: () => {
      groups.forget();
      signedIn.forget();
    },
  };
}

/** Everyone in groups; on SQLite read in slices, of which each has groups of its own. */
async function groupPeople(services: Pick<Services, 'db' | 'config'>): Promise<Group[]> {
  const groups: Group[] = [];
  for await (const slice of accountSlices(services)) {
    const people = services.db.selectFrom('accounts').select(PERSON_COLUMNS).select('source').where(slice);
    const rows = await services.db
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

/** The same of who is signed in. Beside a count of everyone, PostgreSQL would look for the sessions of each account. */
async function groupSignedIn(services: Pick<Services, 'db' | 'config'>, now: number): Promise<SignedIn[]> {
  const groups: SignedIn[] = [];
  for await (const slice of accountSlices(services)) {
    const session = openSessions(services.db, now)
      .select(sql.lit(1).as('one'))
      .where('account_id', '=', sql.ref<string>('accounts.id'));
    const people = services.db
      .selectFrom('accounts')
      .select([PERSON_STEP, 'source'])
      .where(slice)
      .where(sql<boolean>`exists ${session}`);
    const rows = await services.db
      .selectFrom(people.as('person'))
      .select(['step', 'source'])
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .groupBy(['step', 'source'])
      .execute();
    groups.push(...rows);
    await nextRound();
  }
  return groups;
}

function countStates(groups: Group[]): Counts {
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

function countFunnel(everyone: Group[], signedIn: SignedIn[]): Funnel {
  const counted = everyone.filter(({ step }) => step !== 'cancelled');
  const imported = counted.filter(isImported);
  return {
    imported: sumOf(imported),
    // Who activates without an invitation has found the app without one.
    invited: sumOf(imported, (group) => group.step === 'invited' || isActivated(group)),
    activated: sumOf(imported, isActivated),
    signedIn: sumOf(signedIn, (group) => isImported(group) && isActivated(group)),
    others: sumOf(counted, (group) => !isImported(group)),
    othersSignedIn: sumOf(signedIn, (group) => !isImported(group) && group.step !== 'cancelled'),
  };
}

const isImported = ({ source }: SignedIn): boolean => source !== 'registration' && source !== ADDED_BY_STAFF;
const isActivated = ({ step }: SignedIn): boolean => step === 'activated';

const sumOf = <One extends SignedIn>(groups: One[], isCounted: (group: One) => boolean = () => true): number =>
  groups.filter(isCounted).reduce((sum, { people }) => sum + people, 0);
