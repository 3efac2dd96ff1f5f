import type { ItemFigures, RatedKind } from '@companion/contract/staff/itemFigures';
import { dayTimeText } from '../page/timeText.ts';

/** How often the screens ask for figures. Attendees' votes send no frame: they would wake every phone (decision 052). */
export const FIGURES_EVERY_MS = 1500;

export const KIND_NAMES: Record<RatedKind, string> = { session: 'Session', speaker: 'Speaker' };

/** When and where an item is, or what it is. */
export const placeText = ({ kind, startsAt, room }: Pick<ItemFigures, 'kind' | 'startsAt' | 'room'>): string =>
  startsAt ? [dayTimeText(startsAt), room].filter(Boolean).join(', ') : KIND_NAMES[kind];
