import { RowButton } from './ActionButton.tsx';
import styles from './Pager.module.css';

interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  /** Of all pages together. */
  total: number;
  /** Of the buttons to the page before and the page after. */
  labels?: readonly [before: string, after: string];
  onPage(page: number): void;
}

/** The buttons from page to page of a list, if it has several. */
export function Pager({ page, perPage, total, labels: [before, after] = ['Newer', 'Older'], onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1 && page === 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <RowButton
        unavailable={page === 1 ? 'This is the first page.' : undefined}
        onPress={() => onPage(Math.min(page - 1, last))}
      >
        {before}
      </RowButton>
      <span>
        Page {page} of {last}
      </span>
      <RowButton unavailable={page >= last ? 'This is the last page.' : undefined} onPress={() => onPage(page + 1)}>
        {after}
      </RowButton>
    </nav>
  );
}
