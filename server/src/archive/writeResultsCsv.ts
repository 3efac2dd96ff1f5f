import type { Poll } from '@companion/contract/staff/polls';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { allAnswerTexts } from '../questions/answerTexts.ts';
import { optionsOf } from '../questions/chosenOptions.ts';
import { countAnswers, countByOrganizationType, countLate } from '../questions/countAnswers.ts';
import { BOM, csvRows } from './csvRows.ts';

/** The results of a question as the console shows them; of free text, the texts. */
export async function writeResultsCsv(
  db: ReadDatabase,
  { campaignId, id, question, questionTypes, options }: Poll,
): Promise<string> {
  const key = { campaignId, questionId: id };
  if (questionTypes === 'comment') {
    const texts = await allAnswerTexts(db, key);
    const rows = texts.map(({ text, isApproved, answeredAt, isLate }) => [text, isApproved, answeredAt, isLate]);
    const head = [question, 'Approved for the stage', 'Arrived at (UTC)', 'Arrived after the closing'];
    return BOM + csvRows([head, ...rows]);
  }
  const total = await countAnswers(db, key);
  const byType = await countByOrganizationType(db, key);
  const choices = optionsOf({ type: questionTypes, options: JSON.stringify(options) });
  return (
    BOM +
    csvRows([
      [question, 'Share', 'All', ...byType.map(({ organizationType }) => organizationType)],
      ...choices.map(({ words }, index) => {
        const count = total.counts[index] ?? 0;
        const share = total.n === 0 ? 0 : Math.round((1000 * count) / total.n) / 10;
        return [words, `${share} %`, count, ...byType.map(({ results }) => results.counts[index] ?? 0)];
      }),
      ['(everyone who answered)', '', total.n, ...byType.map(({ results }) => results.n)],
      ['(of them arrived after the closing)', '', await countLate(db, key), ...byType.map(() => '')],
    ])
  );
}
