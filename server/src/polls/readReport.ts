import type { Poll } from '@companion/contract/staff/polls';
import { type Report, TEXTS_IN_REPORT } from '@companion/contract/staff/reports';
import { maySeeResults } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import { isoTime } from '../platform/time.ts';
import { newestTexts } from './answerTexts.ts';
import { countDismissed, readFigures } from './countAnswers.ts';
import { listPolls } from './pollQueries.ts';

export interface Reported {
  campaignId?: string | undefined;
  questionId?: string | undefined;
}

/**
 * The questions that a report is about, in their order.
 * @throws DomainError `notFound` when a campaign or a question is named that the event does not have
 */
export async function listReported(
  db: ReadDatabase,
  { campaignId, questionId }: Reported,
  now: number,
): Promise<Poll[]> {
  const polls = await listPolls(db, now);
  const found = polls.filter(
    (poll) => (!campaignId || poll.campaignId === campaignId) && (!questionId || poll.id === questionId),
  );
  if ((campaignId || questionId) && found.length === 0) reject('notFound', 'There is no such question.');
  return found;
}

/** The results of these questions, as far as the staff may see them. */
export async function readReport(
  db: ReadDatabase,
  { texts, ...reported }: Reported & { texts?: 'yes' | undefined },
  now: number,
): Promise<Omit<Report, 'eventName'>> {
  const questions: Report['questions'] = [];
  // One after another: a report must not take every connection.
  for (const poll of await listReported(db, reported, now)) {
    const key = { campaignId: poll.campaignId, questionId: poll.id };
    const isShown = maySeeResults(poll.shownTo, 'staff');
    const hasTexts = isShown && texts === 'yes' && poll.questionTypes === 'comment';
    questions.push({
      poll,
      figures: isShown ? await readFigures(db, key) : null,
      texts: hasTexts ? await newestTexts(db, key, TEXTS_IN_REPORT) : [],
    });
  }
  const shown = questions.filter(({ figures }) => figures !== null).map(({ poll }) => poll.id);
  return { at: isoTime(now), dismissed: await countDismissed(db, shown), questions };
}
