import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises';
import { sql } from 'kysely';
import { SLICE } from '../identity/accounts/accountSlices.ts';
import type { Pause } from '../platform/db/searchTexts.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { comparedTexts, type PersonTexts } from './matchesPerson.ts';

/** So many texts are compared within a few milliseconds. */
const COMPARED_AT_ONCE = 20_000;
/** By how much the clocks of two nodes may differ, and how long a transaction may take. */
const SLACK_MS = MINUTE;
/** Then everyone is read again: whoever writes to the database by hand sets no times. */
const READ_AGAIN_AFTER_MS = 10 * MINUTE;
/** Between two slices of a reading beside the searches, so that a search waits for one of them at most. */
const PAUSE_MS = 250;
/** Without a search for so long, the memory is used for something else. */
const KEPT_MS = 15 * MINUTE;

/** A person as the list finds and sorts them. */
export interface IndexedPerson extends PersonTexts {
  id: string;
  /** Last name, then first name, in lower case. */
  name: string;
  organizationType: string;
}

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  organization_name: string;
  organization_type: string;
  phone_e164: string | null;
}
type ChangedRow = Row & { updated_at: number };
const COLUMNS = sql.raw(
  ['id', 'first_name', 'last_name', 'email', 'organization_name', 'organization_type', 'phone_e164']
    .map((column) => `accounts.${column}`)
    .join(', '),
);

/**
 * What a search compares of every account, in memory and in the order of the list: a database takes many times as long to
 * compare them. Each search first reads the accounts that were changed since the one before, on any node, and how many
 * there are, which tells of those that were removed. While an import changes many, what was stored late, at a time that
 * an earlier search has passed, is read beside the searches.
 */
export class PeopleIndex {
  readonly #services: PeopleServices;
  #copy: PeopleCopy | undefined;
  /** When the last reading of everyone began. */
  #readAt = 0;
  #isReadingAgain = false;
  #last: Promise<unknown> = Promise.resolve();
  #dropping: NodeJS.Timeout | undefined;

  constructor(services: PeopleServices) {
    this.#services = services;
  }

  /** Those who fit, by name. Everything that was stored before the call counts. */
  async find(fits: (person: IndexedPerson) => boolean, pause: Pause): Promise<IndexedPerson[]> {
    const people = await this.#inTurn(() => this.#refresh());
    const found: IndexedPerson[] = [];
    for (let from = 0; from < people.length; from += COMPARED_AT_ONCE) {
      if (from > 0) await pause();
      found.push(...people.slice(from, from + COMPARED_AT_ONCE).filter(fits));
    }
    return found;
  }

  /** Readings follow each other, so that what is taken is never older than what it replaces. */
  #inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(read);
    this.#last = result.catch(() => {});
    return result;
  }

  async #refresh(): Promise<readonly IndexedPerson[]> {
    clearTimeout(this.#dropping);
    this.#dropping = setTimeout(() => this.#drop(), KEPT_MS).unref();
    let copy = this.#copy;
    if (!(await copy?.takeChanged())) {
      copy = new PeopleCopy(this.#services);
      this.#readAt = this.#services.now();
      for (let last: string | undefined = ''; last !== undefined; await nextRound()) last = await copy.takeSlice(last);
      await copy.takeChanged();
    }
    this.#copy = copy;
    const isDue = copy?.isBehind || this.#services.now() - this.#readAt >= READ_AGAIN_AFTER_MS;
    // A failure is one of the database, which the searches meet as well.
    if (copy && isDue && !this.#isReadingAgain) void this.#readAgain(copy).catch(() => {});
    return copy?.people ?? [];
  }

  /** Who was removed is noticed by the number of people. */
  async #readAgain(copy: PeopleCopy): Promise<void> {
    this.#isReadingAgain = true;
    try {
      const begunAt = this.#services.now();
      this.#readAt = begunAt;
      for (let last: string | undefined = ''; last !== undefined; await delay(PAUSE_MS, undefined, { ref: false })) {
        if (copy !== this.#copy) return;
        const after: string = last;
        last = await this.#inTurn(() => copy.takeSlice(after));
      }
      copy.noteReadAgain(begunAt);
    } finally {
      this.#isReadingAgain = false;
    }
  }

  #drop(): void {
    this.#copy = undefined;
  }
}

type PeopleServices = Pick<Services, 'db' | 'now'>;

/** Everyone, as of the last reading. */
class PeopleCopy {
  readonly #services: PeopleServices;
  readonly #byId = new Map<string, IndexedPerson>();
  #people: readonly IndexedPerson[] = [];
  /** When the changes were last read. */
  #readAt: number;
  /** All that was stored before is here. */
  #completeAt: number;

  constructor(services: PeopleServices) {
    this.#services = services;
    this.#readAt = services.now();
    this.#completeAt = this.#readAt;
  }

  get people(): readonly IndexedPerson[] {
    return this.#people;
  }

  /** Whether some of what was stored late is not here yet. */
  get isBehind(): boolean {
    return this.#completeAt < this.#readAt;
  }

  /** @param begunAt when a reading of everyone, slice by slice, began */
  noteReadAgain(begunAt: number): void {
    this.#completeAt = Math.max(this.#completeAt, begunAt);
  }

  /** @returns the id to go on after; undefined after the last slice */
  async takeSlice(after: string): Promise<string | undefined> {
    const { rows } = await sql<Row>`
      select ${COLUMNS} from accounts where id > ${after} order by id limit ${sql.lit(SLICE)}`.execute(this.#db);
    this.#take(rows);
    return rows.length < SLICE ? undefined : rows.at(-1)?.id;
  }

  /**
   * Reads what was changed, the newest first: all since the last time, and of what was stored late a slice.
   * @returns whether no one is here who was removed: not known once the clock has been set back
   */
  async takeChanged(): Promise<boolean> {
    const at = this.#services.now();
    if (at < this.#readAt) return false;
    const [readAt, since] = [this.#readAt, this.#completeAt - SLACK_MS];
    this.#readAt = at;
    let slice = await this.#readChanged(since);
    const isComplete = slice.rows.length < SLICE;
    this.#take(slice.rows);
    const oldestOf = ({ rows }: typeof slice) => rows[SLICE - 1];
    for (let oldest = oldestOf(slice); oldest && oldest.updated_at >= readAt; oldest = oldestOf(slice)) {
      await nextRound();
      slice = await this.#readChanged(since, oldest);
      this.#take(slice.rows);
    }
    if (!isComplete) return slice.everyone >= this.#people.length;
    this.#completeAt = at;
    return slice.everyone === this.#people.length;
  }

  /** A slice of those who were changed, and how many people there are: in one statement, so of the same moment. */
  async #readChanged(since: number, before?: ChangedRow): Promise<{ rows: ChangedRow[]; everyone: number }> {
    const isMeant = before
      ? sql`accounts.updated_at >= ${since} and (accounts.updated_at, accounts.id) < (${before.updated_at}, ${before.id})`
      : sql`accounts.updated_at >= ${since}`;
    const { rows } = await sql<(ChangedRow | { [Name in keyof ChangedRow]: null }) & { everyone: number }>`
      select everyone, updated_at, ${COLUMNS} from (select count(*) as everyone from accounts) as counted
      left join accounts on ${isMeant}
      order by accounts.updated_at desc, accounts.id desc limit ${sql.lit(SLICE)}`.execute(this.#db);
    return { rows: rows.filter((row) => row.id !== null), everyone: Number(rows[0]?.everyone) };
  }

  /** Adds or replaces these. */
  #take(rows: Row[]): void {
    const changed = rows.map(toIndexed).filter((person) => !isSame(person, this.#byId.get(person.id)));
    if (changed.length === 0) return;
    const stale = new Set(changed.flatMap(({ id }) => this.#byId.get(id) ?? []));
    const kept = stale.size === 0 ? this.#people : this.#people.filter((person) => !stale.has(person));
    for (const person of changed) this.#byId.set(person.id, person);
    this.#people = merged(kept, changed.sort(byName));
  }

  get #db() {
    // Raw statements only read here; its type lets no one write.
    return this.#services.db as never;
  }
}

const toIndexed = (row: Row): IndexedPerson => ({
  id: row.id,
  name: `${row.last_name} ${row.first_name}`.toLowerCase(),
  texts: comparedTexts([row.first_name, row.last_name, row.email, row.organization_name]),
  phone: row.phone_e164 ?? '',
  organizationType: row.organization_type,
});

const isSame = (one: IndexedPerson, other: IndexedPerson | undefined): boolean =>
  one.name === other?.name &&
  one.texts === other.texts &&
  one.phone === other.phone &&
  one.organizationType === other.organizationType;

/** Every node has the same order, so that a page of one follows that of another. */
const byName = (a: IndexedPerson, b: IndexedPerson): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1;

function merged(a: readonly IndexedPerson[], b: readonly IndexedPerson[]): IndexedPerson[] {
  const all: IndexedPerson[] = [];
  let next = 0;
  for (const person of a) {
    for (let other = b[next]; other && byName(other, person) < 0; other = b[++next]) all.push(other);
    all.push(person);
  }
  return all.concat(b.slice(next));
}
