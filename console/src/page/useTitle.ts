import { useEffect } from 'react';

/** Sets the document's title. */
export function useTitle(title: string, site = 'Summit console'): void {
  useEffect(() => {
    document.title = [title, site].filter(Boolean).join(' · ');
  }, [title, site]);
}
