import type { ContentItem } from '@companion/contract/content';
import styles from './ContentItemPage.module.css';
import { isSpeaker } from './contentItems.ts';
import { OriginLink } from './OriginLink.tsx';
import { TimingLabel } from './SessionTiming.tsx';
import { useSessionEntry } from './useSessionEntry.ts';

/** The way back, and the label that a session has on the agenda. */
export const ContentItemTop = ({
  item,
  content,
}: {
  item: ContentItem | undefined;
  content: readonly ContentItem[];
}) => (
  <div className={styles.links}>
    <OriginLink />
    {item && !isSpeaker(item) && <Label item={item} content={content} />}
  </div>
);

/** Announced when it changes while the page is open. */
function Label({ item, content }: { item: ContentItem; content: readonly ContentItem[] }) {
  const { entry } = useSessionEntry(item, content);
  return (
    <div aria-live="polite" className={styles.timing}>
      {entry && <TimingLabel timing={entry.timing} />}
    </div>
  );
}
