import type { EventNames } from '@companion/contract/event';
import { DEFAULT_ORGANIZATION_TYPES } from '@companion/contract/eventDefaults';
import { useSyncExternalStore } from 'react';
import { useGetEventQuery } from '../api/eventApi.ts';
import { keptEvent } from '../session/keptEvent.ts';

/** The event's own names, for a screen that shows them. */
export function useEventNames(): EventNames {
  // The same query as that of the document's title.
  const { data } = useGetEventQuery();
  const kept = useSyncExternalStore(never, keptNames, noNames);
  return data?.names ?? kept;
}

/** The organization types of the event, in their order. */
export const useOrganizationTypes = (): readonly string[] =>
  useEventNames().organizationTypes ?? DEFAULT_ORGANIZATION_TYPES;

const never = () => () => {};
const NONE: EventNames = {};
const keptNames = () => keptEvent().names ?? NONE;
/** A screen that came as HTML has the defaults, and React takes it over as it is. */
const noNames = () => NONE;
