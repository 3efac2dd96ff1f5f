import { usePagedSearch } from '../page/useSearch.ts';

/** The comments of which state are shown. */
export const SHOWN = [
  ['', 'All'],
  ['no', 'Shown'],
  ['yes', 'Hidden'],
] as const;

/** Which comments are shown; it is in the address. */
export function useCommentFilter() {
  const { values, filter, pages } = usePagedSearch<'q' | 'hidden' | 'item'>();
  const hidden = SHOWN.find(([value]) => value === values.hidden)?.[0] ?? '';
  return {
    filter,
    pages,
    shown: { search: values.q ?? '', hidden: hidden || undefined },
    /** Where a list has the comments on several: the session or speaker that was chosen. */
    contentId: values.item,
  };
}
