import { pageIn, pageText } from '../page/Pager.tsx';
import { useSearch } from '../page/useSearch.ts';

const SEARCH = ['q', 'hidden', 'page'] as const;
type Hidden = '' | 'yes' | 'no';

/** Which comments are shown; it is in the address. */
export interface CommentFilter {
  q: string;
  hidden: Hidden;
  /** From 1. */
  page: number;
  /** The same for the call and for the file. */
  query: { search: string | undefined; hidden: Exclude<Hidden, ''> | undefined };
  change(parts: { q?: string; hidden?: Hidden }): void;
  goTo(page: number): void;
}

export function useCommentFilter(): CommentFilter {
  const [{ q, hidden: given, page }, setSearch] = useSearch(SEARCH);
  const hidden = given === 'yes' || given === 'no' ? given : '';
  return {
    ...{ q, hidden, page: pageIn(page) },
    query: { search: q || undefined, hidden: hidden || undefined },
    change: (parts) => setSearch({ ...parts, page: '' }),
    goTo: (next) => setSearch({ page: pageText(next) }),
  };
}
