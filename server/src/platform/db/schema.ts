import type { DeliveryTables } from './deliverySchema.ts';
import type { EventTables } from './eventSchema.ts';
import type { IdentityTables } from './identitySchema.ts';
import type { ParticipationTables } from './participationSchema.ts';
import type { StaffTables } from './staffSchema.ts';
import type { TicketTables } from './ticketSchema.ts';

/**
 * The tables, the same on both engines (decision 002): ids are text, times are milliseconds since 1970 (UTC),
 * flags are 0 or 1, lists are JSON text.
 */
export interface Database
  extends EventTables,
    IdentityTables,
    ParticipationTables,
    TicketTables,
    DeliveryTables,
    StaffTables {}
