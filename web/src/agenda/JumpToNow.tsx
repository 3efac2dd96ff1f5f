import type { ContentItem } from '@companion/contract/content';
import { Button } from '../ui/Button.tsx';
import { sessionLinkId } from './contentItems.ts';
import type { FoldedDay } from './foldPast.ts';
import type { PastFold } from './usePastFold.ts';

/**
 * Scrolls past sessions that are over to the one that is on, or to the next. Hidden if that is the first in the list.
 */
export function JumpToNow({ days, fold }: { days: readonly FoldedDay<ContentItem>[]; fold: PastFold }) {
  const entries = days.flatMap(({ start, slots, ahead }) =>
    (fold.isUnfolded(start) ? slots : ahead).flatMap((slot) => slot.entries),
  );
  const position = entries.findIndex(({ timing }) => timing === 'current' || timing === 'next');
  const target = entries[position];
  if (!target || position === 0) return null;
  return (
    <Button
      variant="secondary"
      onClick={() => {
        const link = document.getElementById(sessionLinkId(target.item));
        link?.scrollIntoView({ block: 'center' });
        link?.focus({ preventScroll: true });
      }}
    >
      {target.timing === 'current' ? 'Show what is on now' : 'Show what is next'}
    </Button>
  );
}
