import { useEffect } from 'react';
import { useGetEventQuery } from '../api/eventApi.ts';

/**
 * `Home · Name of the event`: what tabs, history and screen readers call the page.
 * @param title undefined where another part of the page says it
 */
export function useDocumentTitle(title: string | undefined): void {
  const { data: event } = useGetEventQuery();
  useEffect(() => {
    if (title === undefined) return;
    document.title = event?.name ? `${title} · ${event.name}` : title;
  }, [title, event]);
}
