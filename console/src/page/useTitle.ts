import { useEffect } from 'react';

/** Sets the document's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Summit console`;
  }, [title]);
}
