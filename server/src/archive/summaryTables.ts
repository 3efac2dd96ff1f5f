import { chosenOptions, optionsOf } from '../polls/chosenOptions.ts';
import { type ArchiveSource, archiveTable, type Cell, flag, number, text } from './archiveTable.ts';
import { countColumns, countsByType } from './byOrganizationType.ts';
import { participation } from './participation.ts';

/** Counts by organization type. */
export const summaryTables = [
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
      ...countColumns,
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
      ...countColumns,
    },
    rows: votesByType,
  }),

  participation,
];

async function* answersByType({ snapshot: { db, byBytes } }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
  const questions = await db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .select(['campaign_id', 'questions.id as question_id', 'question', 'questions.type as question_type', 'options'])
    .select(['questions.hidden', 'campaigns.hidden as campaign_hidden'])
    .orderBy('campaigns.position')
    .orderBy('campaigns.id', byBytes)
    .orderBy('questions.position')
    .orderBy('questions.id', byBytes)
    .execute();
  for (const { options, hidden, campaign_hidden, ...question } of questions) {
    const typed = { type: question.question_type, options };
    // Identical answers are grouped, so the rows are few however many people answered.
    const given = await db
      .selectFrom('answers')
      .innerJoin('accounts', 'accounts.id', 'answers.account_id')
      .select(['answers', 'organization_type', (by) => by.fn.countAll<number>().as('count')])
      .where('question_id', '=', question.question_id)
      .groupBy(['answers', 'organization_type'])
      .orderBy('answers', byBytes)
      .execute();
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

async function* votesByType({ snapshot: { db, byBytes } }: ArchiveSource): AsyncGenerator<Record<string, Cell>> {
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
    .select(['content_id', 'vote', 'organization_type', (by) => by.fn.countAll<number>().as('count')])
    .groupBy(['content_id', 'vote', 'organization_type'])
    .execute();
  for (const item of items) {
    for (const vote of ['up', 'down']) {
      const cast = votes.filter((row) => row.content_id === item.content_id && row.vote === vote);
      yield { ...item, vote, ...countsByType(cast) };
    }
  }
}
