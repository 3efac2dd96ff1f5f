import { REPORTED_TYPES, reportedTypeOf } from '../identity/accounts/reportedTypeOf.ts';
import { type ArchiveSource, archiveTable, type Cell, number, text } from './archiveTable.ts';

const ALL = 'all';

/** One row per organization type: how many took part, and how. */
export const participation = archiveTable({
  name: 'summary_organization_types',
  about: 'How many took part and how, by organization type; the last row is everyone.',
  columns: {
    organization_type: text('See accounts; "unknown" where there is none, "all" in the last row.'),
    accounts: number('Accounts.'),
    registered: number('Of these, those who registered or activated their account.'),
    organizations: number('Different names of organizations, ignoring case.'),
    answers: number('Answers to surveys and polls.'),
    votes_up: number('Votes up.'),
    votes_down: number('Votes down.'),
    comments: number('Comments.'),
    feedback: number('Messages of the feedback form.'),
  },
  rows: countParticipation,
});

async function* countParticipation({ snapshot: { db } }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const groups = new Map(
    [...REPORTED_TYPES, ALL].map((type) => [type, { counts: new Map<string, number>(), names: new Set() }]),
  );
  const groupsOf = (type: string) => [reportedTypeOf(type), ALL].flatMap((name) => groups.get(name) ?? []);
  const count = (type: string, what: string, more: number) => {
    for (const { counts } of groupsOf(type)) counts.set(what, (counts.get(what) ?? 0) + more);
  };

  const accounts = await db
    .selectFrom('accounts')
    .select(['organization_type', 'organization_name', 'registration_complete'])
    .execute();
  for (const { organization_type: type, organization_name: name, registration_complete } of accounts) {
    count(type, 'accounts', 1);
    count(type, 'registered', registration_complete);
    for (const { names } of groupsOf(type)) if (name) names.add(name.toLowerCase());
  }
  for (const table of ['answers', 'comments', 'feedback'] as const) {
    const rows = await db
      .selectFrom(table)
      .innerJoin('accounts', 'accounts.id', `${table}.account_id`)
      .select(['organization_type', (by) => by.fn.countAll<number>().as('more')])
      .groupBy('organization_type')
      .execute();
    for (const { organization_type, more } of rows) count(organization_type, table, more);
  }
  const votes = await db
    .selectFrom('votes')
    .innerJoin('accounts', 'accounts.id', 'votes.account_id')
    .select(['organization_type', 'vote', (by) => by.fn.countAll<number>().as('more')])
    .groupBy(['organization_type', 'vote'])
    .execute();
  for (const { organization_type, vote, more } of votes) count(organization_type, `votes_${vote}`, more);

  for (const [organization_type, { counts, names }] of groups) {
    const values = Object.keys(participation.columns).map((what) => [what, counts.get(what) ?? 0]);
    yield { ...Object.fromEntries(values), organization_type, organizations: names.size };
  }
}
