import { sendFeedback } from '@companion/contract/feedback';
import { exportFeedbackMessages, getFeedbackMessages } from '@companion/contract/staff/feedbackMessages';
import { messagesAsRows } from '../../archive/feedbackAsRows.ts';
import { allFeedbackMessages, listFeedbackMessages, saveFeedback } from '../../feedback/feedbackMessages.ts';
import type { Pause } from '../../platform/db/searchTexts.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limits.ts';
import { searchInTurn } from '../searchInTurn.ts';
import { sendAsCsv } from '../sendAsCsv.ts';

/** The feedback form, and its messages for the staff. */
export function feedbackRoutes(api: Api): void {
  const { services } = api;

  handle(api, sendFeedback, ({ body, me, once }) =>
    once(async (tx) => {
      await limitAccount(tx, sendFeedback, me.accountId);
      await saveFeedback(tx, me.accountId, body.message);
      return { message: 'Your message has been sent. Thank you for your feedback.' };
    }),
  );

  handle(api, getFeedbackMessages, async (asked) => {
    const { search = '', page = '1' } = asked.query;
    const list = (pause: Pause) => listFeedbackMessages(services.db, search, Number(page), pause);
    return { results: await searchInTurn(asked, search, list) };
  });

  handle(api, exportFeedbackMessages, (asked) =>
    sendAsCsv(asked, { name: 'feedback', entity: 'feedback', entityId: 'messages' }, () =>
      messagesAsRows(allFeedbackMessages(services.db, asked.query.search ?? '')),
    ),
  );
}
