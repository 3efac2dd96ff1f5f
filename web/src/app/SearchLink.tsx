import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './SearchLink.module.css';

/** Opens the search (decision 070). So does Ctrl or ⌘ with K; on the search's own page it leads to the field. */
export function SearchLink() {
  const isCurrent = useLocation().pathname === paths.search;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== 'k' || ctrlKey === metaKey || altKey) return;
      // A browser would go to its own search.
      event.preventDefault();
      const field = document.querySelector<HTMLElement>('main [type="search"]');
      if (field) field.focus();
      else link.current?.click();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <Link
      ref={link}
      to={paths.search}
      className={styles.search}
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-current={isCurrent ? 'page' : undefined}
    >
      <SearchIcon />
    </Link>
  );
}
