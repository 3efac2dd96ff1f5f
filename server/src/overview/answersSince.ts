import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { RESULTS_SHOWN_TO } from '@companion/contract/live';
import { maySeeResults } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { firstShownTo } from '../polls/pollState.ts';

/** Who may see results that the staff may see. */
export const SHOWN_TO_STAFF = RESULTS_SHOWN_TO.filter((shownTo) => maySeeResults(shownTo, 'staff'));
/** The campaigns whose results the staff sees until someone changes that. */
const SHOWN_AT_FIRST = SURVEY_CAMPAIGNS.filter((campaignId) => maySeeResults(firstShownTo(campaignId), 'staff'));

/** As everything else about hidden results, the number of answers is hidden from the staff too (decision 048). */
export const answersSince = (db: ReadDatabase, from: number) =>
  db
    .selectFrom('answers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '>', from)
    .where('question_id', 'in', shownQuestions(db));

const shownQuestions = (db: ReadDatabase) =>
  db
    .selectFrom('questions')
    .leftJoin('polls', 'polls.question_id', 'questions.id')
    .select('questions.id')
    .where((by) =>
      by.or([
        by('polls.shown_to', 'in', SHOWN_TO_STAFF),
        by.and([by('polls.shown_to', 'is', null), by('questions.campaign_id', 'in', SHOWN_AT_FIRST)]),
      ]),
    );
