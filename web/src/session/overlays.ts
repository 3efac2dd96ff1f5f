import type { CallName } from '@companion/contract/calls';
import type { ContentItem } from '@companion/contract/content';
import type { Question } from '@companion/contract/question';
import { useMemo } from 'react';
import { useAppSelector } from './storeHooks.ts';
import { isWaiting, overlayProfile, type Write } from './writes.ts';
import { selectWrites } from './writesSlice.ts';

/* Shows the waiting writes over what the server has answered. */

type Overlay<Data> = (data: Data, writes: readonly Write[]) => Data;

/** A query hook whose data shows the waiting writes. */
export function overlaid<Data, Hook extends (...args: never[]) => object>(
  useQuery: Hook,
  overlay: Overlay<Data>,
): Hook {
  const useOverlaidQuery = (...args: never[]) => {
    const query = useQuery(...args);
    const writes = useAppSelector(selectWrites);
    // Every query hook returns its data.
    const { data } = query as { data?: Data };
    const shown = useMemo(() => (data === undefined ? undefined : overlay(data, writes)), [data, writes]);
    return shown === data ? query : { ...query, data: shown };
  };
  // It has the arguments and the result of the given hook.
  return useOverlaidQuery as Hook;
}

const SHOWN_AT_ONCE: ReadonlySet<string> = new Set<CallName>([
  'createVote',
  'updateVote',
  'saveSession',
  'saveOwnNote',
]);

/** A vote, a saved session and a note show at once, everything else from when it waits for the network (§4). */
const isShown = (write: Write) => isWaiting(write) || (write.state === 'waiting' && SHOWN_AT_ONCE.has(write.call));

const overlayItem: Overlay<ContentItem> = (item, writes) => {
  const own = writes.filter(
    (write) => isShown(write) && write.argument.contentId === item.id && write.argument.campaignId === item.campaignId,
  );
  if (own.length === 0) return item;
  // The form that made the write has checked the argument.
  return Object.assign({ ...item }, ...own.map(ownFields));
};

const ownFields = ({ argument: { vote, saved, note, comment }, madeAt }: Write) => {
  if (saved !== undefined) return { saved };
  if (note !== undefined) return { ownNote: note || undefined };
  return vote ? { vote } : { comment, commentedAt: new Date(madeAt).toISOString() };
};

const overlayQuestion: Overlay<Question> = (question, writes) => {
  const answer = writes.find(
    (write) =>
      isShown(write) && write.argument.questionId === question.id && write.argument.campaignId === question.campaignId,
  );
  if (!answer) return question;
  const { answers, comment } = answer.argument;
  const ownAnswer = { answers, comment: comment ?? '', at: new Date(answer.madeAt).toISOString() };
  // As above.
  return { ...question, answered: true, ownAnswer: ownAnswer as Question['ownAnswer'] };
};

const eachOf =
  <Item>(overlay: Overlay<Item>): Overlay<Item[]> =>
  (items, writes) => {
    const changed = items.map((item) => overlay(item, writes));
    return changed.every((item, index) => item === items[index]) ? items : changed;
  };

/** What each call that reads shows. */
export const overlays = {
  getContent: eachOf(overlayItem),
  getContentItem: overlayItem,
  getQuestions: eachOf(overlayQuestion),
  getQuestion: overlayQuestion,
  getAccount: overlayProfile,
};
