import type { ContentItem } from '@companion/contract/content';
import type { Question } from '@companion/contract/question';
import { isWaiting, overlayProfile, type Write } from '../../session/writes.ts';

type Overlay<Data> = (data: Data, writes: readonly Write[]) => Data;

/** A vote shows at once, everything else from when it waits for the network (§4). */
const isShown = (write: Write) => isWaiting(write) || (write.state === 'waiting' && write.call.endsWith('Vote'));

const overlayItem: Overlay<ContentItem> = (item, writes) => {
  const own = writes.filter(
    (write) => isShown(write) && write.argument.contentId === item.id && write.argument.campaignId === item.campaignId,
  );
  if (own.length === 0) return item;
  // The form that made the write has checked the argument.
  return Object.assign({ ...item }, ...own.map(({ argument: { vote, comment } }) => (vote ? { vote } : { comment })));
};

const overlayQuestion: Overlay<Question> = (question, writes) => {
  const isAnswered = writes.some(
    (write) =>
      isShown(write) && write.argument.questionId === question.id && write.argument.campaignId === question.campaignId,
  );
  return isAnswered ? { ...question, answered: true } : question;
};

const eachOf =
  <Item>(overlay: Overlay<Item>): Overlay<Item[]> =>
  (items, writes) => {
    const changed = items.map((item) => overlay(item, writes));
    return changed.every((item, index) => item === items[index]) ? items : changed;
  };

/** What each call that reads shows, with the waiting writes over what the server has answered. */
export const overlays = {
  getContent: eachOf(overlayItem),
  getContentItem: overlayItem,
  getQuestions: eachOf(overlayQuestion),
  getQuestion: overlayQuestion,
  getAccount: overlayProfile,
};
