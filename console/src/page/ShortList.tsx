import { Card } from '@companion/web/ui/Card.tsx';
import type { ReactNode } from 'react';
import listStyles from './list.module.css';
import { Pager } from './Pager.tsx';
import { SearchField } from './SearchField.tsx';
import { pageIn, pageText, useSearch } from './useSearch.ts';

const PER_PAGE = 50;
/** A longer list has a search. */
const MAX_WITHOUT_SEARCH = 8;

interface ShortListProps<Item> {
  items: Item[];
  /** The name of the search in the address; a screen may have several lists. */
  name: string;
  /** The label of the search. */
  label: string;
  /** What is searched. */
  textOf(item: Item): string;
  /** A row, which is an `li`. */
  children(item: Item): ReactNode;
}

/** A list that the server sends whole: it is searched and paged here. Its state is in the address. */
export function ShortList<Item>({ items, name, label, textOf, children }: ShortListProps<Item>) {
  const [{ '': q = '', '-page': shown }, setSearch] = useSearch<'' | '-page'>(name);
  const text = q.trim().toLowerCase();
  const found = items.filter((item) => textOf(item).toLowerCase().includes(text));
  const page = Math.min(pageIn(shown), Math.max(1, Math.ceil(found.length / PER_PAGE)));
  return (
    <>
      {(items.length > MAX_WITHOUT_SEARCH || q !== '') && (
        <SearchField label={label} value={q} onSearch={(typed) => setSearch({ '': typed, '-page': '' })} />
      )}
      {found.length === 0 ? (
        <p className={listStyles.none}>No matches.</p>
      ) : (
        <Card as="ul" className={listStyles.list}>
          {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(children)}
        </Card>
      )}
      <Pager
        page={page}
        perPage={PER_PAGE}
        total={found.length}
        labels={['Previous', 'Next']}
        onPage={(next) => setSearch({ '-page': pageText(next) })}
      />
    </>
  );
}
