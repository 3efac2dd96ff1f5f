import type { ContentItem } from '@companion/contract/content';
import { SafeHtml } from '../page/SafeHtml.tsx';
import { CommentForm } from './CommentForm.tsx';
import styles from './ContentItemPage.module.css';
import { isSpeaker, sessionsOf, speakersOf } from './contentItems.ts';
import { originState } from './originOf.ts';
import { SessionHead } from './SessionHead.tsx';
import { SessionLinks } from './SessionLinks.tsx';
import { SpeakerHead } from './SpeakerHead.tsx';
import { SpeakerLinks } from './SpeakerLinks.tsx';
import { VoteButtons } from './VoteButtons.tsx';

export interface ItemDetailProps {
  item: ContentItem;
  /** The whole content list, to look up the speakers of a session and the sessions of a speaker. */
  content: readonly ContentItem[];
}

export function ItemDetail({ item, content }: ItemDetailProps) {
  const state = originState(item.title);
  const speakers = speakersOf(item, content);
  const sessions = isSpeaker(item) ? sessionsOf(item, content) : [];
  return (
    <>
      {isSpeaker(item) ? <SpeakerHead speaker={item} /> : <SessionHead item={item} content={content} />}
      {item.body && <SafeHtml html={item.body} />}
      {speakers.length > 0 && (
        <section className={styles.part}>
          <h2>{speakers.length > 1 ? 'Speakers' : 'Speaker'}</h2>
          <SpeakerLinks speakers={speakers} state={state} />
        </section>
      )}
      {sessions.length > 0 && (
        <section className={styles.part}>
          <h2>{sessions.length > 1 ? 'Sessions' : 'Session'}</h2>
          <SessionLinks sessions={sessions} state={state} />
        </section>
      )}
      <section className={`${styles.part} ${styles.voice}`}>
        <h2>{isSpeaker(item) ? 'How do you like this speaker?' : 'How do you like this session?'}</h2>
        <VoteButtons item={item} />
        <CommentForm item={item} />
      </section>
    </>
  );
}
