import type { LiveState, StagePoll } from '@companion/contract/live';
import type { Question } from '@companion/contract/question';

/**
 * The list of questions with what the newest frames say about it (decision 060).
 * @returns the same list if nothing differs; undefined if it lacks a question that the frames do not have either
 */
export function currentList(
  list: Question[],
  { stage, questions }: Partial<Pick<LiveState, 'stage' | 'questions'>>,
): Question[] | undefined {
  let current = stage ? withPoll(list, stage) : list;
  for (const { questionId, closed } of questions?.changed?.polls ?? [])
    current = withState(current, questionId, closed);
  return current;
}

function withPoll(list: Question[], { campaignId, questionId, state, asked }: StagePoll): Question[] | undefined {
  if (list.some(({ id, campaignId: other }) => id === questionId && other === campaignId)) return list;
  if (!asked) return undefined;
  const poll = { ...asked, id: questionId, campaignId, answered: false, closed: state === 'closed' };
  const comesBefore = (one: Question) => one.campaignId === campaignId && (one.place ?? 0) < asked.place;
  const before = list.findLastIndex(comesBefore);
  const first = list.findIndex((one) => one.campaignId === campaignId);
  return list.toSpliced(before >= 0 ? before + 1 : first >= 0 ? first : list.length, 0, poll);
}

function withState(list: Question[] | undefined, questionId: string, closed: boolean): Question[] | undefined {
  const index = list?.findIndex(({ id }) => id === questionId) ?? -1;
  const question = list?.[index];
  if (!question) return undefined;
  return question.closed === closed ? list : list?.with(index, { ...question, closed });
}
