import { isolated } from '@companion/contract/isolated';
import { SearchIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import styles from './SearchScreen.module.css';
import type { SearchDocument, SearchKind } from './searchDocuments.ts';
import { KINDS, kindCount } from './searchKinds.ts';

/** Says what was searched, and where. */
export function NothingFound({ query, documents }: { query: string; documents: readonly SearchDocument[] }) {
  // Object.keys loses the key type.
  const counts = (Object.keys(KINDS) as SearchKind[])
    .map((kind) => ({ kind, count: documents.filter((document) => document.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => kindCount(kind, count));
  return (
    <Message icon={<SearchIcon />}>
      <p>Nothing found for “{isolated(query)}”.</p>
      {counts.length > 0 && <p className={styles.searched}>Searched: {counts.join(', ')}.</p>}
    </Message>
  );
}
