import { chosenOptions } from '../polls/countAnswers.ts';
import { archiveTable, flag, list, mapAsync, number, selectedTable, text, time } from './archiveTable.ts';

const person = {
  account_id: text('See accounts.', 'accounts.id'),
  first_name: text('See accounts.'),
  last_name: text('See accounts.'),
  organization_name: text('See accounts.'),
  organization_type: text('See accounts.'),
};

const standing = text(
  'Of the account: confirmed, unconfirmed, or dismissed: part of a flood that the staff has dismissed, so that it counts nowhere.',
);

const item = {
  content_id: text('See content.', 'content.id'),
  title: text('Of the agenda item, speaker or sponsor.'),
  category: text('See content.'),
  removed: flag('Whether the event no longer has the item.', 'content.hidden'),
};

/** What attendees wrote and chose: answers, votes, comments, feedback. */
export const answerAndVoteTables = [
  archiveTable({
    name: 'answers',
    about: 'Answers to surveys and polls; one row per answer.',
    columns: {
      campaign_id: text('See questions.'),
      campaign: text('Title of the survey or poll.'),
      question_id: text('See questions.'),
      question: text('As it reads now.'),
      question_type: text('See questions.'),
      removed: flag('Whether the event no longer has the question or its campaign.'),
      chosen_numbers: list(
        'The chosen options, by number. yes-no: 1 yes, 0 no. Scales: 1 to 5. Options: the place of the option, from 1. Empty for comment. Includes numbers that the question no longer has.',
      ),
      chosen: list('The same as text, as the app shows it.'),
      comment: text('The answer itself where the type is comment, else a remark.'),
      ...person,
      answered_at: time('When it arrived.'),
      made_at: time('When it was made, as its phone reported, if it arrived after the closing and counts; else empty.'),
      standing,
    },
    rows: ({ snapshot: { db, rows, byBytes } }) =>
      mapAsync(
        rows(
          db
            .selectFrom('answers')
            .innerJoin('accounts', 'accounts.id', 'answers.account_id')
            .innerJoin('questions', 'questions.id', 'answers.question_id')
            .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
            .select(['questions.campaign_id', 'campaigns.title as campaign', 'answers.question_id', 'question'])
            .select(['questions.type as question_type', 'questions.options', 'answers.answers', 'answers.comment'])
            .select(['questions.hidden', 'campaigns.hidden as campaign_hidden', 'answers.created_at as answered_at'])
            .select(['answers.made_at', 'answers.standing'])
            .select(['accounts.id as account_id', 'first_name', 'last_name', 'organization_name', 'organization_type'])
            // The order of the primary key: the largest table needs no sorting.
            .orderBy('answers.account_id', byBytes)
            .orderBy('answers.question_id', byBytes),
        ),
        ({ options, answers, hidden, campaign_hidden, ...row }) => {
          const chosen = chosenOptions({ type: row.question_type, options }, answers);
          return {
            ...row,
            removed: hidden || campaign_hidden,
            chosen_numbers: chosen.map((option) => option.number),
            chosen: chosen.map((option) => option.words),
          };
        },
      ),
  }),

  selectedTable({
    name: 'votes',
    about: 'Votes on agenda items, speakers and sponsors; one row per vote, with its last value.',
    columns: {
      ...item,
      vote: text('up or down.'),
      ...person,
      created_at: time('When the person first voted on the item.', 'votes.created_at'),
      updated_at: time('When the vote was last sent.', 'votes.updated_at'),
      standing: { ...standing, from: 'votes.standing' },
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('votes')
        .innerJoin('accounts', 'accounts.id', 'votes.account_id')
        .innerJoin('content', 'content.id', 'votes.content_id')
        .orderBy('content.id', byBytes)
        .orderBy('accounts.id', byBytes),
  }),

  selectedTable({
    name: 'comments',
    about: 'Comments on agenda items, speakers and sponsors; one row per comment, with its last text.',
    columns: {
      ...item,
      comment: text('Its text.'),
      hidden_at: time('When the staff hid it from speakers; empty if it is not hidden.'),
      note: text('What the staff noted about it.'),
      ...person,
      created_at: time('When the person first commented on the item.', 'comments.created_at'),
      updated_at: time('When the comment was last sent.', 'comments.updated_at'),
      standing: { ...standing, from: 'comments.standing' },
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('comments')
        .innerJoin('accounts', 'accounts.id', 'comments.account_id')
        .innerJoin('content', 'content.id', 'comments.content_id')
        .leftJoin('comment_moderations', (join) =>
          join
            .onRef('comment_moderations.content_id', '=', 'comments.content_id')
            .onRef('comment_moderations.account_id', '=', 'comments.account_id'),
        )
        .orderBy('content.id', byBytes)
        .orderBy('accounts.id', byBytes),
  }),

  selectedTable({
    name: 'audience_questions',
    about: 'Questions from the hall to the speakers of a session; one row per question.',
    columns: {
      audience_question_id: text('Identifies the question.', 'audience_questions.id'),
      ...item,
      text: text('Its text.'),
      state: text('pending, shown, pinned, answered or dismissed.'),
      upvotes: number('How many people wanted it to be put.'),
      confirmed_upvotes: number('Of these, those of confirmed accounts.'),
      ...person,
      asked_at: time('When it was sent.', 'audience_questions.created_at'),
      standing: { ...standing, from: 'audience_questions.standing' },
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('audience_questions')
        .innerJoin('accounts', 'accounts.id', 'audience_questions.account_id')
        .innerJoin('content', 'content.id', 'audience_questions.content_id')
        .orderBy('audience_questions.created_at')
        .orderBy('audience_questions.id', byBytes),
  }),

  selectedTable({
    name: 'feedback',
    about: 'Messages of the feedback form.',
    columns: {
      feedback_id: text('Identifies the message.', 'feedback.id'),
      message: text('Its text.'),
      ...person,
      sent_at: time('When it was sent.', 'feedback.created_at'),
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('feedback')
        .innerJoin('accounts', 'accounts.id', 'feedback.account_id')
        .orderBy('feedback.created_at')
        .orderBy('feedback.id', byBytes),
  }),
];
