import { setImmediate } from 'node:timers/promises';
import { AUDIT_PAGE_SIZE, type AuditEntry, type getAuditLog } from '@companion/contract/staff/auditLog';
import { auditSentence, changedFields, inWords } from '@companion/contract/staff/auditSentence';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { isoTime } from '../../platform/time.ts';

/** Changes that one request compares with a text. */
export const SEARCHED_AT_ONCE = 5_000;
/** So many at a time: while SQLite reads them, it serves no one else. */
const BATCH = 500;

type Query = z.output<(typeof getAuditLog)['query']>;
/** A row of the log: its time and its id. */
interface Place {
  at: number;
  id: string;
}

/** One page of the audit log, newest first. The end of a page is a row, so that new rows do not move the next page. */
export async function listAudit(
  db: ReadDatabase,
  { search, before }: Query,
): Promise<z.output<(typeof getAuditLog)['answer']>> {
  const [at = '', id = ''] = before?.split('.') ?? [];
  const from = before === undefined ? undefined : { at: Number(at), id };
  const { found, next } = search ? await searchRows(db, search, from) : await firstPage(db, from);
  return { results: found, next: next ? `${next.at}.${next.id}` : null };
}

interface Page {
  found: AuditEntry[];
  /** The row after which the next page begins. */
  next: Place | undefined;
}

async function firstPage(db: ReadDatabase, before: Place | undefined): Promise<Page> {
  const rows = await readRows(db, before, AUDIT_PAGE_SIZE + 1);
  const page = rows.slice(0, AUDIT_PAGE_SIZE);
  return { found: await toEntries(db, page), next: rows.length > page.length ? page.at(-1) : undefined };
}

/** Compares what the console shows of each row, which no column has: the sentence, with the name of what it is about. */
async function searchRows(db: ReadDatabase, search: string, before: Place | undefined): Promise<Page> {
  const words = foldCase(search).split(/\s+/);
  const found: { entry: AuditEntry; row: Row }[] = [];
  let last = before;
  for (let searched = 0; searched < SEARCHED_AT_ONCE; searched += BATCH) {
    const rows = await readRows(db, last, BATCH);
    for (const [index, entry] of (await toEntries(db, rows)).entries()) {
      const row = rows[index];
      if (row && words.every((word) => searchedText(entry).includes(word))) found.push({ entry, row });
    }
    const page = found.slice(0, AUDIT_PAGE_SIZE);
    if (found.length > page.length) return { found: page.map(({ entry }) => entry), next: page.at(-1)?.row };
    last = rows.at(-1);
    if (rows.length < BATCH) return { found: page.map(({ entry }) => entry), next: undefined };
    await setImmediate();
  }
  return { found: found.map(({ entry }) => entry), next: last };
}

const foldCase = (text: string): string => text.trim().toLowerCase();

const searchedText = (entry: AuditEntry): string => {
  const { member, action, entity, entityId, traceId } = entry;
  const sentence = `${member?.name ?? 'The operator'} ${auditSentence(entry)}`.replace(MARKS, '');
  const others = [member?.email, changedFields(entry), action, inWords(action), entity, entityId, traceId];
  return foldCase([sentence, ...others].join('\n'));
};
/** They keep the direction of a name in its sentence. */
const MARKS = /[\u2068\u2069]/g;

const readRows = (db: ReadDatabase, before: Place | undefined, count: number) =>
  db
    .selectFrom('audit_log')
    .leftJoin('staff', 'staff.id', 'audit_log.staff_id')
    .select(['audit_log.id', 'at', 'action', 'entity', 'entity_id', 'fields', 'choices', 'trace_id'])
    .select(['staff_id', 'name', 'email'])
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('audit_log.at', 'audit_log.id'), '<', tuple(before?.at ?? 0, before?.id ?? '')),
      ),
    )
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(count)
    .execute();
type Row = Awaited<ReturnType<typeof readRows>>[number];

async function toEntries(db: ReadDatabase, rows: Row[]): Promise<AuditEntry[]> {
  const names = await namesOf(db, rows);
  return rows.map((row) => {
    // As recordAudit has written them.
    const [fields, choices] = [JSON.parse(row.fields) as string[], JSON.parse(row.choices ?? '{}') as Choices];
    return {
      id: row.id,
      at: isoTime(row.at),
      member: row.staff_id === null ? null : { id: row.staff_id, name: row.name ?? '', email: row.email ?? '' },
      action: row.action,
      entity: row.entity,
      entityId: row.entity_id,
      fields,
      name: names.get(`${row.entity} ${row.entity_id}`) ?? choices.name ?? null,
      ...(row.choices === null ? {} : { choices }),
      traceId: row.trace_id,
    };
  });
}

type Choices = Record<string, string>;

/** Where the name of each kind of thing is. What an attendee wrote is read here, and gone from here once it is erased. */
const NAMES: Record<string, [table: string, name: string]> = {
  question: ['questions', 'question'],
  audienceQuestion: ['audience_questions', 'text'],
  item: ['content', 'title'],
  session: ['content', 'title'],
  agenda: ['content', 'title'],
  speakers: ['content', 'title'],
  sponsors: ['content', 'title'],
  campaigns: ['campaigns', 'title'],
  questions: ['questions', 'question'],
  member: ['staff', 'name'],
  invitation: ['staff_invitations', 'email'],
  passkey: ['staff_passkeys', 'name'],
  stageScreen: ['stage_screens', 'name'],
  summaryLink: ['summary_links', 'name'],
  person: ['accounts', "first_name || ' ' || last_name"],
  announcement: ['announcements', 'text'],
};

/** How what these rows are about is called now, by kind and id. What is deleted is missing. */
async function namesOf(db: ReadDatabase, rows: { entity: string; entity_id: string }[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [entity, ofEntity] of Map.groupBy(rows, (row) => row.entity)) {
    const [table, name] = NAMES[entity] ?? [];
    if (!table || !name) continue;
    const ids = [...new Set(ofEntity.map(({ entity_id }) => entity_id))];
    const found = await db
      .selectFrom(sql<{ id: string }>`${sql.table(table)}`.as('named'))
      // Nothing of it is input.
      .select(['named.id', sql.raw<string>(name).as('name')])
      .where('named.id', 'in', ids)
      .execute();
    for (const row of found) names.set(`${entity} ${row.id}`, row.name);
  }
  return names;
}
