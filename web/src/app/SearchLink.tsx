import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './SearchLink.module.css';

/** Opens the search (decision 070), or leads to its field on its own page. So does Ctrl or ⌘ with K. */
export function SearchLink() {
  const isCurrent = useLocation().pathname === paths.search;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== 'k' || ctrlKey === metaKey || altKey) return;
      // A browser would go to its own search.
      event.preventDefault();
      link.current?.click();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <Link
      ref={link}
      to={paths.search}
      onClick={(event) => {
        const field = document.querySelector<HTMLElement>('main [type="search"]');
        if (!field) return;
        // The link would begin a new search.
        event.preventDefault();
        field.focus();
      }}
      className={styles.search}
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-current={isCurrent ? 'page' : undefined}
    >
      <SearchIcon />
    </Link>
  );
}
