import { countText } from '../page/countText.ts';

/** What a report or an export does not have. */
export const leftOutText = (questions: number): string =>
  `${countText(questions, 'question')} left out: ${questions === 1 ? 'its' : 'their'} results are shown to no one.`;
