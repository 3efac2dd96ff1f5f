import { flag, number, selectedTable, text, time } from './archiveTable.ts';

/** Accounts, consents, tickets and erasures. */
export const peopleTables = [
  selectedTable({
    name: 'accounts',
    about: 'Everyone who registered or was imported; one row per person.',
    columns: {
      account_id: text('Identifies the person in every other file.', 'id'),
      first_name: text('As the person, or the ticketing service, wrote it.'),
      last_name: text('As the person, or the ticketing service, wrote it.'),
      email: text('E-mail address.'),
      phone: text('Phone number that signs in, in US national format; empty while there is none.'),
      phone_proved_at: time('When the person first proved a phone; empty while the phone is unproved.'),
      email_proved_at: time('When the person proved the e-mail address; empty while it is unproved.'),
      organization_name: text('As the person wrote it.'),
      organization_type: text("One of the event's types, or one that it had before; empty while unknown."),
      registration_complete: flag('Whether the person registered, or activated what was imported.'),
      pre_event_complete: flag('Whether the person finished the survey before the event.'),
      post_event_complete: flag('Whether the person finished the survey after the event.'),
      sms_enabled: flag('Whether the phone number is a valid US number.'),
      sms_undeliverable_at: time('Since when text messages to the phone do not arrive; empty while they do.'),
      source: text('registration, or where the account was imported from: the ticketing service, or list.'),
      invited_at: time('When the last activation link was sent to an imported attendee.'),
      created_at: time('When the account was created.'),
      updated_at: time('When it was last changed.'),
    },
    query: ({ db, byBytes }) => db.selectFrom('accounts').orderBy('id', byBytes),
  }),

  selectedTable({
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
    query: ({ db, byBytes }) =>
      db
        .selectFrom('consents')
        .innerJoin('accounts', 'accounts.id', 'consents.account_id')
        .orderBy('accepted_at')
        .orderBy('consents.id', byBytes),
  }),

  selectedTable({
    name: 'tickets',
    about: 'Tickets, as the ticketing service has them.',
    columns: {
      source: text('The ticketing service; list for a row of a list.'),
      ticket_id: text('Its number for the attendee; of a list, a hash of the e-mail.', 'external_id'),
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
    query: ({ db, byBytes }) => db.selectFrom('tickets').orderBy('source', byBytes).orderBy('external_id', byBytes),
  }),

  selectedTable({
    name: 'erasures',
    about: 'Erasures of people, without their names: they explain why earlier totals may be higher.',
    columns: {
      erased_at: time('When the person was erased.'),
      rows: number('Database rows that the erasure removed.'),
    },
    query: ({ db, byBytes }) => db.selectFrom('erasures').orderBy('erased_at').orderBy('id', byBytes),
  }),
];
