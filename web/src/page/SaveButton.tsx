import type { ContentItem } from '@companion/contract/content';
import { IconButton } from '../ui/IconButton.tsx';
import { BookmarkIcon } from '../ui/icons.tsx';
import { useFocusKept } from './useFocusKept.ts';
import { useSaved } from './useSaved.ts';

/** Saves a session with one tap, or lets it go again, wherever the session is listed (decision 069). */
export function SaveButton({ item }: { item: ContentItem }) {
  const [isSaved, toggle] = useSaved(item);
  // A list of what is saved loses the row.
  const button = useFocusKept<HTMLButtonElement>();
  return (
    <IconButton ref={button} aria-label={`Save ${item.title}`} aria-pressed={isSaved} onClick={toggle}>
      <BookmarkIcon filled={isSaved} />
    </IconButton>
  );
}
