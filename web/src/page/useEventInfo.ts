import type { EventInfo } from '@companion/contract/event';
import { useGetEventQuery } from '../api/eventApi.ts';
import { keptEvent } from '../session/keptEvent.ts';

/** The event, as the phone keeps it until the server answers. Not for a screen that came as HTML, which knows none. */
export const useEventInfo = (): EventInfo => useGetEventQuery().data ?? keptEvent();
