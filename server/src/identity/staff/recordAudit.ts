import { randomUUID } from 'node:crypto';
import type { Transacting } from '../../platform/transact.ts';

/** What was changed, without its values: they may be an attendee's, and an erasure would not find them here. */
export interface AuditedChange {
  /** The kind of row: `question`, `member`, `stageScreen`. */
  entity: string;
  entityId: string;
  /** The names of the fields that were set. */
  fields?: string[];
}

/** Records a change in its own transaction. A handler of a staff call uses `audited`, which checks the role again. */
export async function recordAudit(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  {
    staffId,
    action,
    entity,
    entityId,
    fields = [],
    traceId,
  }: AuditedChange & {
    /** Null: the operator, by a command. */
    staffId: string | null;
    /** The name of the call or command. */
    action: string;
    traceId: string | null;
  },
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUID(),
      at: now(),
      staff_id: staffId,
      action,
      entity,
      entity_id: entityId,
      fields: JSON.stringify(fields),
      trace_id: traceId,
    })
    .execute();
}
