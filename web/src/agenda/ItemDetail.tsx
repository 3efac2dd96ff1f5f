import type { ContentItem } from '@companion/contract/content';
import { type ReactNode, Suspense, useState } from 'react';
import { eventPicture } from '../page/eventPicture.ts';
import { itemKind } from '../page/itemKind.ts';
import { SafeHtml } from '../page/SafeHtml.tsx';
import { selectClockAheadMs } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { PollIcon, ThumbUpIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { softHyphens } from '../ui/softHyphens.ts';
import { agendaTiming } from './agendaTiming.ts';
import { CommentForm } from './CommentForm.tsx';
import styles from './ContentItemPage.module.css';
import { isOnAgenda, isSpeaker, sessionsOf, speakersOf } from './contentItems.ts';
import { ItemLinks } from './ItemLinks.tsx';
import { NoteForm } from './NoteForm.tsx';
import { SessionHead } from './SessionHead.tsx';
import { ShareButton } from './ShareButton.tsx';
import { VoteButtons } from './VoteButtons.tsx';

export interface ItemDetailProps {
  item: ContentItem;
  /** The whole content list, to look up the speakers of a session and the sessions of a speaker. */
  content: readonly ContentItem[];
  /** The questions from the hall to the speakers of a session. */
  renderAudienceQuestions: (contentId: string) => ReactNode;
}

/**
 * What comes first depends on the moment: while a session is on, to ask, and once it is over, to rate it. The order is that
 * of the moment when the page was opened, so that nothing moves while it is read.
 */
export function ItemDetail({ item, content, renderAudienceQuestions }: ItemDetailProps) {
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [timing] = useState(() => agendaTiming([item], Date.now() + clockAheadMs).entries[0]?.timing);
  const kind = isSpeaker(item) ? 'Session' : 'Speaker';
  const related = isSpeaker(item) ? sessionsOf(item, content) : speakersOf(item, content);
  // Breaks have no one to ask.
  const takesAudienceQuestions = isOnAgenda(item) && related.length > 0;
  const asksFirst = takesAudienceQuestions && timing === 'current';
  const ratesFirst = timing === 'past';
  const audienceQuestions = takesAudienceQuestions && (
    <section className={`${styles.part} ${styles.voice}`}>
      <h2 id={QUESTIONS} tabIndex={-1}>
        Questions from the hall
      </h2>
      <Suspense fallback={<Skeleton lines={6} shape="control" />}>{renderAudienceQuestions(item.id)}</Suspense>
    </section>
  );
  const rating = (
    <section className={`${styles.part} ${styles.voice}`}>
      <h2 id={RATING} tabIndex={-1}>
        How do you like this {itemKind(item)}?
      </h2>
      <VoteButtons item={item} />
      <CommentForm item={item} />
    </section>
  );
  return (
    <>
      {isSpeaker(item) ? <SpeakerHead speaker={item} /> : <SessionHead item={item} content={content} />}
      {takesAudienceQuestions && (
        <Button variant="secondary" className={styles.jump} onClick={() => show(asksFirst ? RATING : QUESTIONS)}>
          {asksFirst ? <ThumbUpIcon /> : <PollIcon />}
          {asksFirst ? 'Rate and Comment' : 'Questions from the Hall'}
        </Button>
      )}
      {asksFirst && audienceQuestions}
      {ratesFirst && rating}
      {item.body && <SafeHtml html={item.body} />}
      {related.length > 0 && (
        <section className={styles.part}>
          <h2>{related.length > 1 ? `${kind}s` : kind}</h2>
          <ItemLinks items={related} label={`${kind}s`} from={item.title} />
        </section>
      )}
      {isOnAgenda(item) && (
        <section className={`${styles.part} ${styles.voice}`}>
          <h2>Note to yourself</h2>
          <NoteForm item={item} />
        </section>
      )}
      {!asksFirst && audienceQuestions}
      {!ratesFirst && rating}
    </>
  );
}

const QUESTIONS = 'questions-from-the-hall';
const RATING = 'rating';

function show(headingId: string): void {
  const heading = document.getElementById(headingId);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

function SpeakerHead({ speaker }: { speaker: ContentItem }) {
  const { title, subtitle } = speaker;
  return (
    <header className={styles.speaker}>
      <Avatar size="portrait" name={title} picture={eventPicture(speaker)} />
      <div className={styles.head}>
        <h1>{softHyphens(title)}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        <div className={styles.own}>
          <ShareButton item={speaker} />
        </div>
      </div>
    </header>
  );
}
