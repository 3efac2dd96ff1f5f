import { countText } from '../page/countText.ts';

/** What a report or an export does not have. */
export const leftOutText = (questions: number): string =>
  `${countText(questions, 'question')} left out: ${questions === 1 ? 'its' : 'their'} results are shown to no one.`;

/** What the report of the event does not have because it may still change. */
export const openPollsText = (questions: number): string =>
  `${countText(questions, 'question')} left out: ${questions === 1 ? 'it is' : 'they are'} still open.`;
