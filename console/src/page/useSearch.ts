import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The state of a list, which is in the address: a reload, a link and Back show the same list. What belongs to other lists
 * of the screen stays.
 * @param names the parameters of this list; an absent one is empty
 */
export function useSearch<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const values = useMemo(() => readSearch(names, search), [names, search]);
  const change = useCallback(
    (parts: Partial<Record<Name, string>>) => {
      const all = Object.fromEntries(new URLSearchParams(search));
      navigate(pathname + searchText({ ...all, ...parts }), { replace: true });
    },
    [navigate, pathname, search],
  );
  return [values, change];
}

function readSearch<Name extends string>(names: readonly Name[], search: string): Record<Name, string> {
  const query = new URLSearchParams(search);
  // A value for each of the names.
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>;
}

/** The query of an address, without what is empty. */
export function searchText(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
