import { useLocation } from 'react-router';
import { useGoOn } from './useGoOn.ts';

/**
 * The state of a list, which is in the address: a reload, a link and Back show the same list. What belongs to other lists
 * of the screen stays.
 * @param prefix of its parameters, where a screen has several lists
 */
export function useSearch<Name extends string>(prefix = '') {
  const goOn = useGoOn();
  const { pathname, search } = useLocation();
  const params = [...new URLSearchParams(search)];
  const own = params.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : []));
  const change = (parts: Partial<Record<Name, string>>) => {
    const changed = Object.entries<string | undefined>(parts).map(([name, value]) => [prefix + name, value]);
    goOn(pathname + searchText(Object.fromEntries([...params, ...changed])), { replace: true });
  };
  // Anyone may write an address: any of the names may be absent, and others are not asked for.
  return [Object.fromEntries(own) as Partial<Record<Name, string>>, change] as const;
}

/** The same for a list that has pages: another search or filter begins at the first one. */
export function usePagedSearch<Name extends string>(prefix?: string) {
  const [values, change] = useSearch<Name | 'page'>(prefix);
  return {
    values,
    // TypeScript does not see that these names are among those above.
    filter: (parts: Partial<Record<Name, string>>) => change({ ...parts, page: '' } as Parameters<typeof change>[0]),
    /** For the pager: the page, from 1, and how to go to another. */
    pages: {
      page: pageIn(values.page),
      onPage: (page: number) => change({ page: pageText(page) } as Parameters<typeof change>[0]),
    },
  };
}

/** The number of the page in the address of a list. */
export const pageIn = (text = ''): number => Math.max(1, Number.parseInt(text, 10) || 1);

/** How the address of a list names a page. */
export const pageText = (page: number): string => (page === 1 ? '' : String(page));

/** The query of an address, without what is empty. */
export function searchText(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
