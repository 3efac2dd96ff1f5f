import { Field } from '@companion/web/ui/Field.tsx';
import { useEffect, useRef, useState } from 'react';

import styles from './SearchField.module.css';

/** Browsers limit how often a page may change its address. */
const PAUSE_MS = 250;

/** A field whose text becomes the state of a list once the typing pauses. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch(text: string): void;
}) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // Not our own change: Back, or a link.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      search.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      type="search"
      className={styles.search}
      label={label}
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
