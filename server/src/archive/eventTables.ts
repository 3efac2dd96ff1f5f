import type { Snapshot } from '../platform/openSnapshot.ts';
import { optionsOf } from '../polls/countAnswers.ts';
import { archiveTable, flag, list, mapAsync, number, selectedTable, text, time } from './archiveTable.ts';

/** Every question, sorted, with its campaign. */
export const selectQuestions = ({ db, byBytes }: Snapshot) =>
  db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .select(['campaign_id', 'campaigns.title as campaign', 'questions.id as question_id', 'question'])
    .select(['questions.position', 'questions.type as question_type', 'options'])
    .select(['questions.hidden', 'campaigns.hidden as campaign_hidden'])
    .orderBy('campaigns.position')
    .orderBy('campaigns.id', byBytes)
    .orderBy('questions.position')
    .orderBy('questions.id', byBytes);

/** Questions and items, including those that the event no longer has. */
export const eventTables = [
  archiveTable({
    name: 'questions',
    about: 'Every question of every survey and poll.',
    columns: {
      campaign_id: text('Identifies the survey or poll.'),
      campaign: text('Its title.'),
      question_id: text('Identifies the question.'),
      position: number('Its place in the campaign, from 0.'),
      question: text('As it reads now.'),
      question_type: text(
        'yes-no; range-face-5 and range-number-5: a scale from 1 (worst) to 5 (best); options: one of several; multiple-options: some of several; comment: text.',
      ),
      options: list('The options as text, in order.'),
      removed: flag('Whether the event no longer has the question or its campaign.'),
    },
    rows: ({ snapshot }) =>
      mapAsync(snapshot.rows(selectQuestions(snapshot)), ({ hidden, campaign_hidden, options, ...row }) => ({
        ...row,
        options: optionsOf({ type: row.question_type, options }).map(({ words }) => words),
        removed: hidden || campaign_hidden,
      })),
  }),

  selectedTable({
    name: 'content',
    about: 'Agenda items, speakers and sponsors.',
    columns: {
      content_id: text('Identifies the item.', 'id'),
      part: text('Of the event pack: agenda, speakers or sponsors.', 'campaign_id'),
      category: text('Day 1, Day 2 and so on, Breakout Sessions, Speakers or Sponsor.'),
      title: text('Of the item; the name of a speaker or sponsor.'),
      subtitle: text('Of the item; the role of a speaker.'),
      starts_at: time('When the item begins.'),
      ends_at: time('When the item ends.'),
      room: text('Where it takes place.'),
      sponsor: text('Who sponsors it.'),
      speaker_ids: list('Who speaks: the content_id of each.'),
      tier: text('Of a sponsor.'),
      url: text('Of a sponsor.'),
      body: text('Text, as HTML.'),
      removed: flag('Whether the event no longer has the item.', 'hidden'),
    },
    query: ({ db, byBytes }) =>
      db.selectFrom('content').orderBy('campaign_id', byBytes).orderBy('position').orderBy('id', byBytes),
  }),

  selectedTable({
    name: 'revisions',
    about: 'Each version of the programme that was published.',
    columns: {
      revision: number('Rises with each publication.'),
      published_at: time('When it was published.'),
      published_by: text('The member of the staff; empty for the operator.', 'name'),
      origin: text('start, load, console, planned, rollback or demo.'),
      changes: number('How many fields and entries it changed.'),
      programme: text('The programme with all its texts, as JSON.'),
    },
    query: ({ db }) =>
      db
        .selectFrom('revisions')
        .leftJoin('staff', 'staff.id', 'published_by')
        .where('revision', '>', 0)
        .orderBy('revision'),
  }),
];
