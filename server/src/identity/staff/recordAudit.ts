import { randomUUID } from 'node:crypto';
import { UNRECORDED_CALLS } from '@companion/contract/staff/recordedActions';
import type { Transacting } from '../../platform/transact.ts';

/** What was changed, without its values: they may be an attendee's, and an erasure would not find them here. */
export interface AuditedChange {
  /** The kind of row: `question`, `member`, `stageScreen`. */
  entity: string;
  entityId: string;
  /** The names of the fields that were set. */
  fields?: string[];
  /**
   * Of fields that a member chooses from a list, such as a state or a role: what was chosen. As `name`, how the staff
   * calls what may be deleted later. Never what an attendee wrote.
   */
  choices?: Record<string, string | number | boolean | null | undefined>;
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
    choices = {},
    traceId,
  }: AuditedChange & {
    /** Null: the operator, by a command. */
    staffId: string | null;
    /** The name of the call or command. */
    action: string;
    traceId: string | null;
  },
): Promise<void> {
  // The console would have no sentence for it.
  if (UNRECORDED_CALLS.some((name) => name === action)) throw new Error(`${action} is listed as unrecorded`);
  const given = Object.entries(choices).filter(([, choice]) => choice !== undefined);
  const chosen = given.map(([field, choice]) => [field, String(choice)]);
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
      choices: chosen.length > 0 ? JSON.stringify(Object.fromEntries(chosen)) : null,
      trace_id: traceId,
    })
    .execute();
}
