import type { ContentItem } from '@companion/contract/content';
import { type ReactNode, Suspense, useRef } from 'react';
import { eventPicture } from '../page/eventPicture.ts';
import { SafeHtml } from '../page/SafeHtml.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { PollIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CommentForm } from './CommentForm.tsx';
import styles from './ContentItemPage.module.css';
import { isOnAgenda, isSpeaker, sessionsOf, speakersOf } from './contentItems.ts';
import { ItemLinks } from './ItemLinks.tsx';
import { SessionHead } from './SessionHead.tsx';
import { VoteButtons } from './VoteButtons.tsx';

export interface ItemDetailProps {
  item: ContentItem;
  /** The whole content list, to look up the speakers of a session and the sessions of a speaker. */
  content: readonly ContentItem[];
  /** The questions from the hall to the speakers of a session. */
  renderAudienceQuestions: (contentId: string) => ReactNode;
}

export function ItemDetail({ item, content, renderAudienceQuestions }: ItemDetailProps) {
  const audienceQuestions = useRef<HTMLHeadingElement>(null);
  const kind = isSpeaker(item) ? 'Session' : 'Speaker';
  const related = isSpeaker(item) ? sessionsOf(item, content) : speakersOf(item, content);
  // Breaks have no one to ask.
  const takesAudienceQuestions = isOnAgenda(item) && related.length > 0;
  const showAudienceQuestions = () => {
    audienceQuestions.current?.scrollIntoView();
    audienceQuestions.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {isSpeaker(item) ? <SpeakerHead speaker={item} /> : <SessionHead item={item} content={content} />}
      {takesAudienceQuestions && (
        <Button variant="secondary" className={styles.toAudienceQuestions} onClick={showAudienceQuestions}>
          <PollIcon />
          Questions from the Hall
        </Button>
      )}
      {item.body && <SafeHtml html={item.body} />}
      {related.length > 0 && (
        <section className={styles.part}>
          <h2>{related.length > 1 ? `${kind}s` : kind}</h2>
          <ItemLinks items={related} label={`${kind}s`} from={item.title} />
        </section>
      )}
      <section className={`${styles.part} ${styles.voice}`}>
        <h2>{isSpeaker(item) ? 'How do you like this speaker?' : 'How do you like this session?'}</h2>
        <VoteButtons item={item} />
        <CommentForm item={item} />
      </section>
      {/* Last, since its code arrives later than the page: nothing that is being read moves. */}
      {takesAudienceQuestions && (
        <section className={`${styles.part} ${styles.voice}`}>
          <h2 ref={audienceQuestions} tabIndex={-1}>
            Questions from the hall
          </h2>
          <Suspense fallback={<Skeleton lines={4} />}>{renderAudienceQuestions(item.id)}</Suspense>
        </section>
      )}
    </>
  );
}

function SpeakerHead({ speaker }: { speaker: ContentItem }) {
  const { title, subtitle } = speaker;
  return (
    <header className={styles.speaker}>
      <Avatar size="portrait" name={title} picture={eventPicture(speaker)} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </header>
  );
}
