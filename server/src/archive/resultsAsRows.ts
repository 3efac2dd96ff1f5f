import type { PollResults } from '@companion/contract/live';
import { meanOf } from '@companion/contract/pollFigures';
import type { Poll } from '@companion/contract/staff/polls';
import { readOrganizationTypes } from '../event/eventQueries.ts';
import { reportedTypes } from '../event/reportedTypes.ts';
import { maySeeResults } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { allAnswerTexts } from '../polls/answerTexts.ts';
import { optionsOf, readFigures } from '../polls/countAnswers.ts';
import type { CsvRow } from './csvRows.ts';

/** The results of a question as the console shows them; of free text, the texts. */
export async function* resultsAsRows(db: ReadDatabase, poll: Poll): AsyncGenerator<CsvRow[]> {
  const { question, questionTypes } = poll;
  if (questionTypes === 'comment') {
    yield [[question, 'Approved for the stage', 'Arrived at (UTC)', 'Arrived after the closing']];
    for await (const texts of allAnswerTexts(db, keyOf(poll))) {
      yield texts.map(({ text, isApproved, answeredAt, isLate }) => [text, isApproved, answeredAt, isLate]);
    }
    return;
  }
  const { types, rows } = await readRows(db, poll);
  yield [[question, 'Share', 'All', 'Confirmed', ...types], ...rows];
}

/**
 * The results and the texts of several questions in one file, whose rows all have the same columns. A question whose results
 * are shown to no one has a row that says so.
 */
export async function* reportAsRows(db: ReadDatabase, polls: Poll[]): AsyncGenerator<CsvRow[]> {
  const types = reportedTypes(await readOrganizationTypes(db));
  yield [['Survey or poll', 'Question', 'Answer', 'Share', 'All', 'Confirmed', ...types]];
  const noTypes = types.map(() => '');
  for (const poll of polls) {
    const asked = [poll.campaignTitle, poll.question];
    if (!maySeeResults(poll.shownTo, 'staff')) {
      yield [[...asked, '(left out: its results are shown to no one)', '', '', '', ...noTypes]];
      continue;
    }
    const { rows } = await readRows(db, poll, types);
    yield rows.map((row) => [...asked, ...row]);
    if (poll.questionTypes !== 'comment') continue;
    for await (const texts of allAnswerTexts(db, keyOf(poll))) {
      yield texts.map(({ text }) => [...asked, text, '', '', '', ...noTypes]);
    }
  }
}

const keyOf = ({ campaignId, id: questionId }: Poll) => ({ campaignId, questionId });

/**
 * A row for each choice, and those about all answers: choice, share, count, count of confirmed accounts, and the counts of
 * each organization type.
 * @param columns the organization types; by default those of the people who answered
 */
async function readRows(
  db: ReadDatabase,
  poll: Poll,
  columns?: string[],
): Promise<{ types: string[]; rows: CsvRow[] }> {
  const { total, late, byOrganizationType } = await readFigures(db, keyOf(poll));
  const byType = new Map(byOrganizationType.map(({ organizationType, results }) => [organizationType, results]));
  const types = columns ?? [...byType.keys()];
  const each = (cell: (results: Pick<PollResults, 'n' | 'counts'> | undefined) => string | number): CsvRow => [
    cell(total),
    cell(total.confirmed),
    ...types.map((type) => cell(byType.get(type))),
  ];
  const choices = optionsOf({ type: poll.questionTypes, options: JSON.stringify(poll.options) });
  const rows = choices.map(({ words }, index): CsvRow => {
    const count = total.counts[index] ?? 0;
    const share = total.n === 0 ? 0 : Math.round((1000 * count) / total.n) / 10;
    return [words, `${share}%`, ...each((results) => results?.counts[index] ?? 0)];
  });
  const hasMean = meanOf(poll, total) !== undefined;
  if (hasMean) {
    rows.push(['(mean)', '', ...each((results) => (results && meanOf(poll, results)?.toFixed(2)) ?? '')]);
  }
  rows.push(['(everyone who answered)', '', ...each((results) => results?.n ?? 0)]);
  rows.push(['(of them arrived after the closing)', '', late, '', ...types.map(() => '')]);
  return { types, rows };
}
