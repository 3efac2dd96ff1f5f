import { type SqlBool, sql } from 'kysely';
import { namesOf } from '../event/eventQueries.ts';
import { reportedTypeOf, reportedTypes, UNKNOWN_TYPE } from '../event/reportedTypes.ts';
import { countSaves } from '../itemFeedback/countSaves.ts';
import { COUNTED_STANDINGS, type Standing } from '../platform/db/participationSchema.ts';
import { chosenOptions, optionsOf, selectAnswersByType } from '../polls/countAnswers.ts';
import { type ArchiveSource, type ArchiveTable, archiveTable, type Cell, flag, number, text } from './archiveTable.ts';
import { selectQuestions } from './eventTables.ts';

/** The columns of a summary: the total, and each organization type. */
const countColumns = (types: readonly string[]) => ({
  all: number('The total.'),
  confirmed: number('Of these, those of confirmed accounts.'),
  ...Object.fromEntries(
    reportedTypes(types).map((type) => [
      type,
      number(
        type === UNKNOWN_TYPE
          ? 'Of these, those of people whose organization type is unknown.'
          : `Of these, those of people of organization type ${type}.`,
      ),
    ]),
  ),
});

const participationColumns = {
  organization_type: text('See accounts; "unknown" where there is none, "all" in the last row.'),
  accounts: number('Accounts.'),
  registered: number('Of these, those who registered or activated their account.'),
  confirmed: number('Of these accounts, those that are confirmed: by a proof of the phone, or by a ticket.'),
  organizations: number('Different names of organizations, ignoring case.'),
  answers: number('Answers to surveys and polls.'),
  votes_up: number('Votes up.'),
  votes_down: number('Votes down.'),
  comments: number('Comments.'),
  feedback: number('Messages of the feedback form.'),
};

/** Counts by organization type, of which the event has its own. */
export const summaryTables = (types: readonly string[]): ArchiveTable[] => [
  archiveTable({
    name: 'summary_answers',
    about: 'How often each option of each question was chosen, by organization type.',
    columns: {
      campaign_id: text('See questions.'),
      question_id: text('See questions.'),
      question: text('As it reads now.'),
      question_type: text('See questions.'),
      removed: flag('Whether the event no longer has the question or its campaign.'),
      option_number: number('See chosen_numbers in answers; empty in the row that counts everyone who answered.'),
      option: text('As text; "(everyone who answered)" in the first row of a question.'),
      ...countColumns(types),
    },
    rows: answersByType,
  }),

  archiveTable({
    name: 'summary_votes',
    about: 'Votes on each item that has any, by organization type.',
    columns: {
      content_id: text('See content.'),
      title: text('See content.'),
      category: text('See content.'),
      removed: flag('Whether the event no longer has the item.'),
      vote: text('up or down.'),
      ...countColumns(types),
    },
    rows: votesByType,
  }),

  archiveTable({
    name: 'summary_saved_sessions',
    about: 'How many people have saved each session that any has; who they are is in no table.',
    columns: {
      content_id: text('See content.'),
      title: text('See content.'),
      category: text('See content.'),
      removed: flag('Whether the event no longer has the session.'),
      all: number('The total.'),
      confirmed: number('Of these, those of confirmed accounts.'),
    },
    rows: countSavedSessions,
  }),

  archiveTable({
    name: 'summary_organization_types',
    about: 'How many took part and how, by organization type; the last row is everyone.',
    columns: participationColumns,
    rows: countParticipation,
  }),
];

async function* answersByType({ snapshot, event }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const { db, byBytes } = snapshot;
  const countsByType = counterOf(event);
  const questions = await selectQuestions(snapshot).execute();
  for (const { options, hidden, campaign_hidden, position, campaign, ...question } of questions) {
    const typed = { type: question.question_type, options };
    const given = await selectAnswersByType(db, question.question_id).orderBy('answers', byBytes).execute();
    const same = { ...question, removed: hidden || campaign_hidden };
    yield { ...same, option_number: null, option: '(everyone who answered)', ...countsByType(given) };

    const chosen = given.flatMap(({ answers, ...by }) =>
      chosenOptions(typed, answers).map((option) => ({ ...option, ...by })),
    );
    const shown = new Map([...optionsOf(typed), ...chosen].map((option) => [option.words, option.number]));
    for (const [option, option_number] of shown) {
      const counts = countsByType(chosen.filter(({ words }) => words === option));
      yield { ...same, option_number, option, ...counts };
    }
  }
}

async function* votesByType({ snapshot: { db, byBytes }, event }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const items = await db
    .selectFrom('content')
    .select(['id as content_id', 'title', 'category', 'hidden as removed'])
    .where('id', 'in', (select) => select.selectFrom('votes').select('content_id'))
    .orderBy('campaign_id', byBytes)
    .orderBy('position')
    .orderBy('id', byBytes)
    .execute();
  const votes = await db
    .selectFrom('votes')
    .innerJoin('accounts', 'accounts.id', 'votes.account_id')
    .select(['content_id', 'vote', 'standing', 'organization_type', (by) => by.fn.countAll<number>().as('count')])
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['content_id', 'vote', 'standing', 'organization_type'])
    .execute();
  const countsByType = counterOf(event);
  for (const item of items) {
    for (const vote of ['up', 'down']) {
      const cast = votes.filter((row) => row.content_id === item.content_id && row.vote === vote);
      yield { ...item, vote, ...countsByType(cast) };
    }
  }
}

async function* countSavedSessions({ snapshot: { db, byBytes } }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const saves = await countSaves(db);
  const items = await db
    .selectFrom('content')
    .select(['id as content_id', 'title', 'category', 'hidden as removed'])
    .where('id', 'in', (select) => select.selectFrom('saved_sessions').select('content_id').where('saved', '=', 1))
    .orderBy('campaign_id', byBytes)
    .orderBy('position')
    .orderBy('id', byBytes)
    .execute();
  for (const item of items) {
    const { saves: all = 0, confirmedSaves: confirmed = 0 } = saves.get(item.content_id) ?? {};
    yield { ...item, all, confirmed };
  }
}

const ALL = 'all';

/** One row per organization type: how many took part, and how. */
async function* countParticipation({ snapshot: { db }, event }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const types = namesOf(event).organizationTypes;
  const groups = new Map(
    [...reportedTypes(types), ALL].map((type) => [type, { counts: new Map<string, number>(), names: new Set() }]),
  );
  const groupsOf = (type: string) => [reportedTypeOf(types, type), ALL].flatMap((name) => groups.get(name) ?? []);
  const count = (type: string, what: string, more: number) => {
    for (const { counts } of groupsOf(type)) counts.set(what, (counts.get(what) ?? 0) + more);
  };

  const accounts = await db
    .selectFrom('accounts')
    .select(['organization_type', 'organization_name', 'registration_complete', 'confirmed_at'])
    .execute();
  for (const { organization_type: type, organization_name: name, registration_complete, confirmed_at } of accounts) {
    count(type, 'accounts', 1);
    count(type, 'registered', registration_complete);
    count(type, 'confirmed', confirmed_at === null ? 0 : 1);
    for (const { names } of groupsOf(type)) if (name) names.add(name.toLowerCase());
  }
  for (const table of ['answers', 'comments', 'feedback'] as const) {
    const counted = table === 'feedback' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`standing != 'dismissed'`;
    const rows = await db
      .selectFrom(table)
      .innerJoin('accounts', 'accounts.id', `${table}.account_id`)
      .select(['organization_type', (by) => by.fn.countAll<number>().as('more')])
      .where(counted)
      .groupBy('organization_type')
      .execute();
    for (const { organization_type, more } of rows) count(organization_type, table, more);
  }
  const votes = await db
    .selectFrom('votes')
    .innerJoin('accounts', 'accounts.id', 'votes.account_id')
    .select(['organization_type', 'vote', (by) => by.fn.countAll<number>().as('more')])
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['organization_type', 'vote'])
    .execute();
  for (const { organization_type, vote, more } of votes) count(organization_type, `votes_${vote}`, more);

  for (const [organization_type, { counts, names }] of groups) {
    const values = Object.keys(participationColumns).map((what) => [what, counts.get(what) ?? 0]);
    yield { ...Object.fromEntries(values), organization_type, organizations: names.size };
  }
}

/** Makes the values of {@link countColumns}, from counts in which an organization type may occur several times. */
function counterOf(event: ArchiveSource['event']) {
  const types = namesOf(event).organizationTypes;
  return (given: { organization_type: string; standing: Standing; count: number }[]): Record<string, number> => {
    const counts: Record<string, number> = {
      all: 0,
      confirmed: 0,
      ...Object.fromEntries(reportedTypes(types).map((type) => [type, 0])),
    };
    for (const { organization_type, standing, count } of given) {
      const type = reportedTypeOf(types, organization_type);
      const names = ['all', type, ...(standing === 'confirmed' ? ['confirmed'] : [])];
      for (const name of names) counts[name] = (counts[name] ?? 0) + count;
    }
    return counts;
  };
}
