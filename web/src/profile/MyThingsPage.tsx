import type { ContentItem } from '@companion/contract/content';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { answerText } from '../api/answerText.ts';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { eventPicture } from '../page/eventPicture.ts';
import { itemKind } from '../page/itemKind.ts';
import { PointInTime } from '../page/PointInTime.tsx';
import { RowLink, type RowLinkProps, RowList, RowTexts, type RowTextsProps } from '../page/RowLink.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useContent, useQuestions } from '../page/useLists.ts';
import { useRemovedContent } from '../page/useRemovedContent.ts';
import { paths } from '../paths.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { WaitingIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './MyThingsPage.module.css';
import { OwnCalendar } from './OwnCalendar.tsx';
import { useOwnAudienceQuestions } from './useOwnAudienceQuestions.ts';

/** All that the attendee has saved, noted, asked, answered, voted and commented, with what waits to be sent (decision 073). */
export function MyThingsPage() {
  const content = useContent();
  const questions = useQuestions();
  const asked = useOwnAudienceQuestions();
  const removed = useRemovedContent();
  const waiting = useAppSelector(selectWrites).filter(isWaiting);
  const unsent = waiting.filter(({ call }) => call === 'createAudienceQuestion');
  const waits = (about: Record<string, string>, ...calls: string[]) =>
    waiting.some(
      ({ argument, call }) =>
        calls.includes(call) && Object.entries(about).every(([field, id]) => argument[field] === id),
    );
  const listed = content.data ?? [];
  // One that was restored is in both until the removed ones are read again.
  const gone = (removed.data ?? []).filter((item) => !listed.some((one) => keyOf(one) === keyOf(item)));
  const items = [...listed, ...gone];
  const saved = items.filter((item) => item.saved);
  const removedAs = (item: ContentItem) => item.removed && REMOVED[itemKind(item)];
  const noted = items.filter((item) => item.ownNote);
  const rated = items.filter(({ vote, comment }) => vote !== null || comment !== null);
  const answered = (questions.data ?? [])
    .flatMap(({ ownAnswer, ...question }) => (ownAnswer ? [{ ...question, ownAnswer }] : []))
    .sort((one, other) => Date.parse(other.ownAnswer.at) - Date.parse(one.ownAnswer.at));
  const askedAbout = (contentId: unknown) => {
    const session = items.find(({ id, type }) => id === contentId && type === 'Agenda');
    return {
      title: session?.title ?? 'Session',
      to: paths.contentItem('agenda', String(contentId)),
      removed: session && removedAs(session),
    };
  };
  const isLoaded =
    asked !== undefined &&
    [content, questions].every(({ data }) => data !== undefined) &&
    // A server of an earlier version has no such call.
    (removed.data ?? removed.error) !== undefined;
  // All at once, so that no part moves another; what there is if a part cannot be read.
  const isLoading = !isLoaded && [content, questions].every(({ error }) => error === undefined);
  const isEmpty = !asked?.length && [saved, noted, unsent, rated, answered].every(({ length }) => length === 0);

  return (
    <div className={styles.page}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <hgroup>
        <h1>{TITLE}</h1>
        <AsOf query={content} />
      </hgroup>
      {isEmpty && isLoaded && (
        <Message
          icon={<WaitingIcon />}
          action={
            <Link to={paths.agenda} className={buttonClass('secondary')}>
              Go to the Agenda
            </Link>
          }
        >
          <p>What you save, note, ask, answer, vote and comment will be here.</p>
        </Message>
      )}
      {isLoading && <Skeleton lines={6} />}
      {isEmpty && !isLoaded && !isLoading && (
        <EmptyState query={content} placeholder={<Skeleton lines={6} />}>
          <p>Your things are not available at the moment.</p>
        </EmptyState>
      )}
      {!isLoading && (
        <>
          <Entries title="Saved sessions">
            {saved.map((item) => (
              <ItemEntry
                key={keyOf(item)}
                item={item}
                state={removedAs(item) || (waits(idsOf(item), 'saveSession') && UNSENT)}
              />
            ))}
          </Entries>
          <Entries title="Notes">
            {noted.map((item) => (
              <ItemEntry
                key={keyOf(item)}
                item={item}
                text={item.ownNote}
                state={removedAs(item) || (waits(idsOf(item), 'saveOwnNote') && UNSENT)}
              />
            ))}
          </Entries>
          <Entries title="Questions">
            {unsent.map(({ idempotencyKey, argument }) => {
              const { title, to } = askedAbout(argument.contentId);
              return <Entry key={idempotencyKey} to={to} title={title} text={String(argument.text)} state={UNSENT} />;
            })}
            {asked?.map(({ id, contentId, text, state }) => {
              const { title, to, removed } = askedAbout(contentId);
              return <Entry key={id} to={to} title={title} text={text} state={removed || QUESTION_STATES[state]} />;
            })}
          </Entries>
          <Entries title="Answers">
            {answered.map(({ id, campaignId, ownAnswer, ...question }) => (
              <Entry
                key={id}
                to={paths.question(campaignId, id)}
                title={question.question}
                text={ownAnswer.comment || answerText(question, ownAnswer.answers)}
                state={waits({ campaignId, questionId: id }, 'answerQuestion') ? UNSENT : <Sent at={ownAnswer.at} />}
              />
            ))}
          </Entries>
          <Entries title="Votes and comments">
            {rated.map((item) => (
              <ItemEntry
                key={keyOf(item)}
                item={item}
                text={item.comment}
                state={
                  <>
                    {removedAs(item) && <span>{removedAs(item)}</span>}
                    {item.vote && <span>Voted {item.vote}</span>}
                    {waits(idsOf(item), ...RATINGS) ? UNSENT : item.commentedAt && <Sent at={item.commentedAt} />}
                  </>
                }
              />
            ))}
          </Entries>
          {/* Last: it arrives later, and moves nothing then. */}
          <OwnCalendar />
        </>
      )}
    </div>
  );
}

const idsOf = ({ campaignId, id }: ContentItem) => ({ campaignId, contentId: id });
const keyOf = ({ campaignId, id }: ContentItem) => `${campaignId} ${id}`;

const RATINGS = ['createVote', 'updateVote', 'createComment', 'updateComment'];
const TITLE = 'My Things';
const UNSENT = 'Waiting to send';

/** What became of an item. */
const REMOVED = { session: 'Cancelled', speaker: 'No longer listed', sponsor: 'No longer listed' } as const;

/** What became of a question from the hall. */
const QUESTION_STATES = {
  pending: 'Waiting for the moderators',
  shown: 'Shown to the hall',
  pinned: 'Put to the speaker now',
  answered: 'Answered',
  dismissed: 'Not shown',
} as const;

const Sent = ({ at }: { at: string }) => (
  <span>
    Sent <PointInTime at={Date.parse(at)} />
  </span>
);

/** A part of the page; nothing if it has no entries. */
function Entries({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  if ([children].flat(2).filter(Boolean).length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading}>{title}</h2>
      <RowList>{children}</RowList>
    </section>
  );
}

interface EntryProps extends RowTextsProps, Pick<RowLinkProps, 'to' | 'face'> {
  /** What the attendee has written or chosen. */
  text?: string | null | undefined;
  /** When it was sent, or what became of it. */
  state: ReactNode;
}

const Entry = ({ to, face, text, state, ...about }: EntryProps) => (
  <li>
    <RowLink to={to} from={TITLE} face={face}>
      <RowTexts {...about} />
      {text && (
        <span dir="auto" className={styles.text}>
          {text}
        </span>
      )}
      {state && <span className={styles.state}>{state}</span>}
    </RowLink>
  </li>
);

const ItemEntry = ({ item, ...own }: Pick<EntryProps, 'text' | 'state'> & { item: ContentItem }) => (
  <Entry
    {...own}
    to={paths.contentItem(item.campaignId, item.id)}
    face={itemKind(item) === 'speaker' && <Avatar name={item.title} picture={eventPicture(item)} />}
    start={item.startDate}
    title={item.title}
    room={item.room}
  />
);
