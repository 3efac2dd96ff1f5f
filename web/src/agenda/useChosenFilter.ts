import { CATEGORIES } from '@companion/contract/content';
import { useState } from 'react';
import { useDraftKey } from '../forms/useDraft.tsx';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';
import { type AgendaFilter, MINE } from './agendaFilter.ts';

const FILTERS: readonly AgendaFilter[] = [...CATEGORIES, MINE];

/**
 * The filter last chosen in this tab, and how to choose another. It survives a look at a session and a reload. Like a
 * draft it belongs to its account, and nobody sees it after a sign-out.
 */
export function useChosenFilter() {
  const key = useDraftKey('agendaFilter');
  const [filter, setFilter] = useState(() => {
    const stored = readDraft(key);
    return FILTERS.find((one) => one === stored);
  });
  const choose = (chosen: AgendaFilter | undefined) => {
    if (chosen) writeDraft(key, chosen);
    else dropDraft(key);
    setFilter(chosen);
  };
  return [filter, choose] as const;
}
