import type { ContentItem } from '@companion/contract/content';
import type { MouseEvent } from 'react';
import { focusHeading } from '../ui/focusHeading.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { BookmarkIcon } from '../ui/icons.tsx';
import { useFocusKept } from './useFocusKept.ts';
import { useSaved } from './useSaved.ts';

/** The second tap of a double tap may fall on the row below, which moves up where a list loses the row above it. */
const DOUBLE_TAP = { ms: 400, px: 24 };
let last = { id: '', x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

function isSecondTap(id: string, { clientX: x, clientY: y, timeStamp: at, detail }: MouseEvent): boolean {
  // A key has no place.
  if (detail === 0) return false;
  const isNear = Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.px && at - last.at < DOUBLE_TAP.ms;
  if (isNear && id !== last.id) return true;
  last = { id, x, y, at };
  return false;
}

/** Saves a session with one tap, or lets it go again, wherever the session is listed (decision 069). */
export function SaveButton({ item }: { item: ContentItem }) {
  const [isSaved, toggle] = useSaved(item);
  // A list of what is saved loses the row.
  const button = useFocusKept<HTMLButtonElement>(focusHeading, 'main [data-saves]');
  return (
    <IconButton
      ref={button}
      data-saves
      aria-label={`Save ${item.title}`}
      aria-pressed={isSaved}
      onClick={(event) => isSecondTap(item.id, event) || toggle()}
    >
      <BookmarkIcon filled={isSaved} />
    </IconButton>
  );
}
