import * as z from 'zod/mini';
import { defineCall } from '../defineCall.ts';
import { searchTerm } from './staffFields.ts';

export const AUDIT_PAGE_SIZE = 50;

/** Who changed what, without what anyone has written. */
const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Null: the operator, by a command. A removed member is still named. */
  member: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** The name of the call or command. */
  action: z.string(),
  /** The kind of what was changed, and its id. */
  entity: z.string(),
  entityId: z.string(),
  fields: z.array(z.string()),
  /** How it is called now, or was when it was deleted; null if it has no name, or the log may not keep it. */
  name: z.nullable(z.string()),
  /** What the member chose from a list, by field: a state, a role. Never what an attendee has written. */
  choices: z.optional(z.record(z.string(), z.string())),
  /** Of the request; null for a command. */
  traceId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const getAuditLog = defineCall({
  method: 'GET',
  path: '/staff/audit',
  caller: ['owner'],
  summary: 'The audit log, newest first, in pages.',
  query: z.object({
    /** Words of what the log shows: of the sentence, a member's name or e-mail, an action, an id or a trace id. */
    search: searchTerm,
    /** The `next` of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,40}$/, 'Is not the end of a page'))),
  }),
  answer: z.object({
    results: z.array(auditEntry),
    /** Where the next page begins; null on the last. A page of a search may have no results, and a next one. */
    next: z.nullable(z.string()),
  }),
});
