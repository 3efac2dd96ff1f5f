import { archiveTable, flag, number, text, time } from './archiveTable.ts';

/** Accounts, consents, tickets and erasures. */
export const peopleTables = [
  archiveTable({
    name: 'accounts',
    about: 'Everyone who registered or was imported; one row per person.',
    columns: {
      account_id: text('Identifies the person in every other file.'),
      first_name: text('As the person, or the ticketing service, wrote it.'),
      last_name: text('As the person, or the ticketing service, wrote it.'),
      email: text('E-mail address.'),
      phone: text('Phone number that signs in, in US national format; empty while there is none.'),
      phone_proved_at: time('When the person first proved a phone; empty while the phone is unproved.'),
      email_proved_at: time('When the person proved the e-mail address; empty while it is unproved.'),
      organization_name: text('As the person wrote it.'),
      organization_type: text('One of 8(a), HUBZone, SDVOSB, WOSB, MBE, Large, Small, other; empty while unknown.'),
      registration_complete: flag('Whether the person registered, or activated what was imported.'),
      pre_event_complete: flag('Whether the person finished the survey before the event.'),
      post_event_complete: flag('Whether the person finished the survey after the event.'),
      sms_enabled: flag('Whether the phone number is a valid US number.'),
      sms_undeliverable_at: time('Since when text messages to the phone do not arrive; empty while they do.'),
      source: text('registration, or the ticketing service that the account was imported from.'),
      invited_at: time('When the last activation link was sent to an imported attendee.'),
      created_at: time('When the account was created.'),
      updated_at: time('When it was last changed.'),
    },
    rows: ({ snapshot: { db, rows, byBytes } }) =>
      rows(
        db
          .selectFrom('accounts')
          .select([
            'id as account_id',
            'first_name',
            'last_name',
            'email',
            'phone',
            'phone_proved_at',
            'email_proved_at',
          ])
          .select(['organization_name', 'organization_type', 'registration_complete', 'pre_event_complete'])
          .select(['post_event_complete', 'sms_enabled', 'sms_undeliverable_at', 'source', 'invited_at'])
          .select(['created_at', 'updated_at'])
          .orderBy('id', byBytes),
      ),
  }),

  archiveTable({
    name: 'consents',
    about: 'Who accepted which version of the terms, and when.',
    columns: {
      account_id: text('See accounts.'),
      first_name: text('See accounts.'),
      last_name: text('See accounts.'),
      organization_name: text('See accounts.'),
      terms_version: text('As the event pack names the terms that were shown.'),
      action: text('registration, or activation of an imported account.'),
      accepted_at: time('When they were accepted.'),
    },
    rows: ({ snapshot: { db, rows, byBytes } }) =>
      rows(
        db
          .selectFrom('consents')
          .innerJoin('accounts', 'accounts.id', 'consents.account_id')
          .select(['account_id', 'first_name', 'last_name', 'organization_name', 'terms_version', 'action'])
          .select('accepted_at')
          .orderBy('accepted_at')
          .orderBy('consents.id', byBytes),
      ),
  }),

  archiveTable({
    name: 'tickets',
    about: 'Tickets, as the ticketing service has them.',
    columns: {
      source: text('The ticketing service.'),
      ticket_id: text('Its number for the attendee.'),
      account_id: text('See accounts; empty where the ticket has no account of its own.'),
      status: text('valid or cancelled.'),
      order_id: text('Its number for the order.'),
      ticket_type: text('As the service names it.'),
      first_name: text('As the service has it.'),
      last_name: text('As the service has it.'),
      email: text('As the service has it.'),
      phone: text('As the service has it, in US national format; empty where it has none.'),
      organization_name: text('As the service has it.'),
      organization_type: text('As the service has it; empty where it has none.'),
      imported_at: time('When it was first imported.'),
      updated_at: time('When an import last changed it.'),
      cancelled_at: time('When an import found it cancelled.'),
      erased_at: time('When the person was erased: the row then holds only the number.'),
    },
    rows: ({ snapshot: { db, rows, byBytes } }) =>
      rows(
        db
          .selectFrom('tickets')
          .select(['source', 'external_id as ticket_id', 'account_id', 'status', 'order_id', 'ticket_type'])
          .select(['first_name', 'last_name', 'email', 'phone', 'organization_name', 'organization_type'])
          .select(['imported_at', 'updated_at', 'cancelled_at', 'erased_at'])
          .orderBy('source', byBytes)
          .orderBy('external_id', byBytes),
      ),
  }),

  archiveTable({
    name: 'erasures',
    about: 'Erasures of people, without their names: they explain why earlier totals may be higher.',
    columns: {
      erased_at: time('When the person was erased.'),
      rows: number('Database rows that the erasure removed.'),
    },
    rows: ({ snapshot: { db, rows, byBytes } }) =>
      rows(db.selectFrom('erasures').select(['erased_at', 'rows']).orderBy('erased_at').orderBy('id', byBytes)),
  }),
];
