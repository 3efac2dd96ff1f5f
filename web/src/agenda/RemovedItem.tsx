import type { ContentItem } from '@companion/contract/content';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { formatDay, formatTimeWithZone } from '../formatTime.ts';
import { useDraftKey, useTextDraft } from '../forms/useDraft.tsx';
import { itemKind } from '../page/itemKind.ts';
import { useRemovedContent } from '../page/useRemovedContent.ts';
import { paths } from '../paths.ts';
import { audienceQuestionIntent, commentIntent, noteIntent } from '../queue/queuedEndpoints.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { focusHeading } from '../ui/focusHeading.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './ContentItemPage.module.css';
import { findItem } from './contentItems.ts';

interface RemovedItemProps {
  campaignId: string;
  contentId: string;
  /** The item as the page has shown it until it was removed. */
  shown: ContentItem | undefined;
  /** In place of an item that was never there, as far as this attendee knows. */
  unknown: ReactNode;
}

/** A cancelled session, or another item that was removed: what the attendee has written about it can still be read. */
export function RemovedItem({ campaignId, contentId, shown, unknown }: RemovedItemProps) {
  // The answer about the item itself has the same.
  const { data = [], isLoading } = useRemovedContent({ skip: shown?.removed === true });
  const item = findItem(data, { campaignId, contentId }) ?? shown;
  const note = useTextDraft(useDraftKey(noteIntent({ campaignId, contentId }))).draft?.text;
  const comment = useTextDraft(useDraftKey(commentIntent({ campaignId, contentId }))).draft?.text;
  const question = useTextDraft(useDraftKey(audienceQuestionIntent(contentId))).draft?.text;
  useEffect(() => {
    // The field in which one was typing is gone.
    if (document.activeElement === document.body) focusHeading();
  }, []);
  if (!item) return isLoading ? <Skeleton lines={8} /> : unknown;
  const start = item.startDate === null ? Number.NaN : Date.parse(item.startDate);
  return (
    <>
      <header className={styles.head}>
        {start > 0 && (
          <p className={styles.when}>
            <span>{formatDay(start)}</span>
            <span>{formatTimeWithZone(start)}</span>
          </p>
        )}
        <h1>{item.title}</h1>
        <p role="status">
          {itemKind(item) === 'session' ? 'This session has been cancelled.' : 'This is no longer part of the event.'}
        </p>
      </header>
      <OwnText title="Your note" saved={item.ownNote} draft={note} />
      <OwnText title="Your comment" saved={item.comment} draft={comment} />
      <OwnText title="Your question" draft={question} />
      <Link to={paths.agenda} className={buttonClass('secondary')}>
        Go to the Agenda
      </Link>
    </>
  );
}

interface OwnTextProps {
  title: string;
  saved?: string | null | undefined;
  /** What was typed and not sent. */
  draft: string | undefined;
}

function OwnText({ title, saved, draft }: OwnTextProps) {
  if (!saved && !draft) return null;
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {saved && (
        <p dir="auto" className={styles.ownText}>
          {saved}
        </p>
      )}
      {draft && (
        <>
          <p className={styles.subtitle}>Not sent. Copy it if you want to keep it:</p>
          <p dir="auto" className={styles.ownText}>
            {draft}
          </p>
        </>
      )}
    </section>
  );
}
