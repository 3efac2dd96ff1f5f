import { AUDIT_PAGE_SIZE, type getAuditLog } from '@companion/contract/staff/auditLog';
import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod/mini';
import { containsText } from '../../platform/db/containsText.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/time.ts';

/** Changes that one request compares with a text: while SQLite reads, it serves no other. */
export const SEARCHED_AT_ONCE = 5_000;

/** One page of the audit log, newest first. The end of a page is a row, so that new rows do not move the next page. */
export async function listAudit(
  db: ReadDatabase,
  { search, before }: z.output<(typeof getAuditLog)['query']>,
): Promise<z.output<(typeof getAuditLog)['answer']>> {
  const [at = '', id = ''] = before?.split('.') ?? [];
  const isBefore = ({ eb, refTuple, tuple }: ExpressionBuilder<Database, 'audit_log'>) =>
    eb(refTuple('audit_log.at', 'audit_log.id'), '<', tuple(Number(at), id));
  const searchedTo = search
    ? await db
        .selectFrom('audit_log')
        .select(['at', 'id'])
        .$if(before !== undefined, (query) => query.where(isBefore))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(SEARCHED_AT_ONCE - 1)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('staff', 'staff.id', 'audit_log.staff_id')
    .select(['audit_log.id', 'at', 'action', 'entity', 'entity_id', 'fields', 'choices', 'trace_id'])
    .select(['staff_id', 'name', 'email'])
    .$if(searchedTo !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('audit_log.at', 'audit_log.id'), '>=', tuple(searchedTo?.at ?? 0, searchedTo?.id ?? '')),
      ),
    )
    .$if(before !== undefined, (query) => query.where(isBefore))
    .$if(Boolean(search), (query) =>
      query.where(({ or }) =>
        or([
          ...SEARCHED.map((column) => containsText(column, search ?? '')),
          // The console shows the name of a call as words.
          containsText('audit_log.action', search?.replaceAll(' ', '') ?? ''),
        ]),
      ),
    )
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(AUDIT_PAGE_SIZE + 1)
    .execute();
  const page = rows.slice(0, AUDIT_PAGE_SIZE);
  const names = await namesOf(db, page);
  const last = rows.length > AUDIT_PAGE_SIZE ? page.at(-1) : searchedTo;
  return {
    results: page.map((row) => ({
      id: row.id,
      at: isoTime(row.at),
      member: row.staff_id === null ? null : { id: row.staff_id, name: row.name ?? '', email: row.email ?? '' },
      action: row.action,
      entity: row.entity,
      entityId: row.entity_id,
      fields: JSON.parse(row.fields) as string[],
      name: names.get(`${row.entity} ${row.entity_id}`) ?? null,
      ...(row.choices === null ? {} : { choices: JSON.parse(row.choices) as Record<string, string> }),
      traceId: row.trace_id,
    })),
    next: last ? `${last.at}.${last.id}` : null,
  };
}

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

const SEARCHED = [
  ...['staff.name', 'staff.email', 'audit_log.action', 'audit_log.entity'],
  ...['audit_log.entity_id', 'audit_log.trace_id'],
];
