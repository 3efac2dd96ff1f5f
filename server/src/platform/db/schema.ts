import { announcementSchema } from './announcementSchema.ts';
import { deliverySchema } from './deliverySchema.ts';
import { eventSchema } from './eventSchema.ts';
import { identitySchema } from './identitySchema.ts';
import { participationSchema } from './participationSchema.ts';
import { programmeSchema } from './programmeSchema.ts';
import { pushSchema } from './pushSchema.ts';
import { sessionNoticeSchema } from './sessionNoticeSchema.ts';
import { staffSchema } from './staffSchema.ts';
import { ticketSchema } from './ticketSchema.ts';

/**
 * The tables, the same on both engines (decision 002): ids are text, times are milliseconds since 1970 (UTC),
 * flags are 0 or 1, lists are JSON text. A table comes after those that it refers to.
 */
export const schema = {
  ...eventSchema,
  ...identitySchema,
  ...participationSchema,
  ...ticketSchema,
  ...deliverySchema,
  ...staffSchema,
  ...programmeSchema,
  ...announcementSchema,
  ...sessionNoticeSchema,
  ...pushSchema,
};

/** The tables as Kysely's types. */
export type Database = { [Name in keyof typeof schema]: (typeof schema)[Name]['types'] };
