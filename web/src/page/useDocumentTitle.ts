import { useEffect } from 'react';
import { useGetEventQuery } from '../api/eventApi.ts';

/**
 * Sets the document's title: `Home · Name of the event`.
 * @param title undefined if another part of the page sets it
 */
export function useDocumentTitle(title: string | undefined): void {
  const { data: event } = useGetEventQuery();
  useEffect(() => {
    if (title === undefined) return;
    document.title = event?.name ? `${title} · ${event.name}` : title;
  }, [title, event]);
}
