import { answerQuestion } from '@companion/contract/answer';
import { getQuestion, getQuestions } from '@companion/contract/question';
import { approveAnswerText as approve, getAnswerTexts } from '@companion/contract/staff/answerTexts';
import {
  changePoll as change,
  changePollStates as changeStates,
  exportPollResults,
  getAnswerCount,
  getPollResults,
  getPolls,
  type Poll,
  setRunningOrder as setOrder,
} from '@companion/contract/staff/polls';
import { exportReport, getReport } from '@companion/contract/staff/reports';
import { getStage } from '@companion/contract/staff/stage';
import { reportAsRows, resultsAsRows } from '../../archive/resultsAsRows.ts';
import { getEvent } from '../../event/eventQueries.ts';
import { maySeeResults } from '../../live/visibleState.ts';
import type { Pause } from '../../platform/db/searchTexts.ts';
import { reject, rejectFields } from '../../platform/domainError.ts';
import { approveAnswerText, listAnswerTexts } from '../../polls/answerTexts.ts';
import { changePoll, changePollStates, setRunningOrder } from '../../polls/changePoll.ts';
import { countAnswers, readFigures } from '../../polls/countAnswers.ts';
import { findPoll, listPolls } from '../../polls/pollQueries.ts';
import { type QuestionKey, questionReader } from '../../polls/questionQueries.ts';
import { listReported, readReport } from '../../polls/readReport.ts';
import { readStage } from '../../polls/readStage.ts';
import { answerTaker } from '../../polls/takeAnswer.ts';
import { type Api, handle } from '../handle.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

const UNKNOWN = 'There is no such question.';
const SENT = 'Your answer has been sent. Thank you for your feedback.';

/** Polls and reports of their results for the console, what a stage screen shows, and the questions that attendees answer. */
export function pollRoutes(api: Api): void {
  const { services } = api;
  const { db, now, config } = services;

  /** @throws DomainError `forbidden` until the results are shown to the staff */
  async function findShownPoll(key: QuestionKey): Promise<Poll> {
    const poll = (await findPoll(db, key, now())) ?? reject('notFound', UNKNOWN);
    if (maySeeResults(poll.shownTo, 'staff')) return poll;
    return reject('forbidden', 'The results of this poll are shown to no one. Show them to the staff first.');
  }

  handle(api, getPolls, async () => ({ results: await listPolls(db, now()) }));

  handle(api, change, async ({ params, body, audited }) => {
    const { version: _, ...fields } = body;
    const changed = { entity: 'question', entityId: params.questionId, fields: Object.keys(fields), choices: fields };
    return { results: await audited((tx) => changePoll(tx, params, body), changed) };
  });

  handle(api, changeStates, async ({ body, audited }) => {
    const { polls } = await audited(
      (tx) => changePollStates(tx, body.polls),
      ({ changed }) =>
        changed.map((entityId) => {
          const { state = null } = body.polls.find(({ questionId }) => questionId === entityId) ?? {};
          return { entity: 'question', entityId, fields: ['state'], choices: { state } };
        }),
    );
    return { results: polls };
  });

  handle(api, setOrder, async ({ body, audited }) => {
    const changed = { entity: 'stage', entityId: 'running order', fields: ['polls'] };
    return { results: await audited((tx) => setRunningOrder(tx, body.polls, body.before), changed) };
  });

  handle(api, getPollResults, async ({ params }) => {
    await findShownPoll(params);
    return { results: await readFigures(db, params) };
  });

  handle(api, getAnswerCount, async ({ params }) => {
    if (!(await findPoll(db, params, now()))) reject('notFound', UNKNOWN);
    const { n, confirmed } = await countAnswers(db, params);
    return { results: { n, confirmed: confirmed?.n ?? n } };
  });

  handle(api, exportPollResults, async (asked) => {
    const { campaignId, questionId } = asked.params;
    const poll = await findShownPoll(asked.params);
    const name = `${campaignId} ${questionId}`;
    return sendAsCsv(asked, { name, entity: 'question', entityId: questionId }, () => resultsAsRows(db, poll));
  });

  handle(api, getAnswerTexts, async (asked) => {
    const { params, query } = asked;
    await findShownPoll(params);
    const wanted = { ...query, page: Number(query.page ?? 1) };
    const list = (pause: Pause) => listAnswerTexts(services, params, wanted, pause);
    return { results: await searchInTurn(asked, query.search, list) };
  });

  handle(api, approve, async ({ params, body, audited }) => {
    await findShownPoll(params);
    // Not the text's id, which is made of an attendee's.
    const changed = { entity: 'question', entityId: params.questionId, fields: ['isApproved'], choices: body };
    const results = await audited((tx) => approveAnswerText(tx, params, params.textId, body.isApproved), changed);
    return { results };
  });

  handle(api, getStage, async () => ({ results: await readStage(db, config.appUrl, now()) }));

  handle(api, getReport, async ({ query }) => {
    const { name: eventName } = await getEvent(db);
    return { results: { eventName, ...(await readReport(db, query, now())) } };
  });

  handle(api, exportReport, async (asked) => {
    const { campaignId = 'all results', questionId } = asked.query;
    const polls = await listReported(db, asked.query, now());
    const name = [campaignId, questionId].filter(Boolean).join(' ');
    return sendAsCsv(asked, { name, entity: 'report', entityId: name }, () => reportAsRows(db, polls));
  });

  const questions = questionReader(services);
  const takeAnswer = answerTaker(services, questions);

  handle(api, getQuestions, ({ me }) => questions.list(me.accountId, now()));

  handle(api, getQuestion, async ({ params, me }) => ({
    results: (await questions.read(me.accountId, params, now())) ?? reject('notFound', UNKNOWN),
  }));

  handle(api, answerQuestion, async ({ params, body, me }) => {
    if (body.questionId !== params.questionId) {
      rejectFields({ questionId: 'Must be the question of the address' });
    }
    return { message: SENT, nextQuestionId: await takeAnswer(me.accountId, body) };
  });
}
