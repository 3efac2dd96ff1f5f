import { approveAnswerText as approve, getAnswerTexts } from '@companion/contract/staff/answerTexts';
import {
  changePoll as change,
  changePollStates as changeStates,
  exportPollResults,
  getPollResults,
  getPolls,
  type Poll,
  setRunningOrder as setOrder,
} from '@companion/contract/staff/polls';
import { getStage } from '@companion/contract/staff/stage';
import { resultsAsRows } from '../../archive/resultsAsRows.ts';
import type { Pause } from '../../platform/db/searchTexts.ts';
import { reject } from '../../platform/domainError.ts';
import { transact } from '../../platform/transact.ts';
import { approveAnswerText, listAnswerTexts } from '../../polls/answerTexts.ts';
import { changePoll, changePollStates, setRunningOrder } from '../../polls/changePoll.ts';
import { readFigures } from '../../polls/countAnswers.ts';
import { findPoll, listPolls } from '../../polls/pollQueries.ts';
import { maySee } from '../../polls/pollState.ts';
import type { QuestionKey } from '../../polls/questionQueries.ts';
import { readStage } from '../../polls/readStage.ts';
import { type Api, handle } from '../handle.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** The console's calls about polls, and what a stage screen shows. */
export function pollRoutes(api: Api): void {
  const { services } = api;
  const { db, now, config } = services;

  /** @throws DomainError `forbidden` until the results are shown to the staff */
  async function findShownPoll(key: QuestionKey): Promise<Poll> {
    const poll = (await findPoll(db, key, now())) ?? reject('notFound', 'There is no such question.');
    if (maySee(poll.shownTo, 'staff')) return poll;
    return reject('forbidden', 'The results of this poll are shown to no one. Show them to the staff first.');
  }

  handle(api, getPolls, async () => ({ results: await listPolls(db, now()) }));

  handle(api, change, async ({ params, body, audit }) => {
    const results = await transact(services, async (tx) => {
      const changed = await changePoll(tx, params, body);
      const { version: _, ...fields } = body;
      await audit(tx, { entity: 'question', entityId: params.questionId, fields: Object.keys(fields) });
      return changed;
    });
    return { results };
  });

  handle(api, changeStates, async ({ body, audit }) => {
    const results = await transact(services, async (tx) => {
      const { polls, changed } = await changePollStates(tx, body.polls);
      for (const entityId of changed) await audit(tx, { entity: 'question', entityId, fields: ['state'] });
      return polls;
    });
    return { results };
  });

  handle(api, setOrder, async ({ body, audit }) => {
    const results = await transact(services, async (tx) => {
      const polls = await setRunningOrder(tx, body.polls, body.before);
      await audit(tx, { entity: 'stage', entityId: 'running order', fields: ['polls'] });
      return polls;
    });
    return { results };
  });

  handle(api, getPollResults, async ({ params }) => {
    await findShownPoll(params);
    return { results: await readFigures(db, params) };
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

  handle(api, approve, async ({ params, body, audit }) => {
    await findShownPoll(params);
    const results = await transact(services, async (tx) => {
      const text = await approveAnswerText(tx, params, params.textId, body.isApproved);
      // Not the text's id, which is made of an attendee's.
      await audit(tx, { entity: 'question', entityId: params.questionId, fields: ['isApproved'] });
      return text;
    });
    return { results };
  });

  handle(api, getStage, async () => ({ results: await readStage(db, config.appUrl, now()) }));
}
