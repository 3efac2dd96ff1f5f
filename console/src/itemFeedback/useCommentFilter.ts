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
  /** Whether these parameters of the call ask for the same comments, whichever the page. */
  isOf(query: Partial<CommentFilter['query']> | undefined): boolean;
  change(parts: { q?: string; hidden?: Hidden }): void;
  goTo(page: number): void;
}

export function useCommentFilter(): CommentFilter {
  const [{ q, hidden: given, page }, setSearch] = useSearch(SEARCH);
  const hidden: Hidden = given === 'yes' || given === 'no' ? given : '';
  const query: CommentFilter['query'] = { search: q || undefined, hidden: hidden || undefined };
  return {
    q,
    hidden,
    page: pageIn(page),
    query,
    isOf: (other) => other !== undefined && other.search === query.search && other.hidden === query.hidden,
    change: (parts) => setSearch({ ...parts, page: '' }),
    goTo: (next) => setSearch({ page: pageText(next) }),
  };
}
