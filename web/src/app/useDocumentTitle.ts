import { useEffect } from 'react';
import { useGetEventQuery } from '../api/eventApi.ts';

/** `Home · Name of the event`: what tabs, history and screen readers call the page. */
export function useDocumentTitle(title: string): void {
  const { data: event } = useGetEventQuery();
  useEffect(() => {
    document.title = event ? `${title} · ${event.name}` : title;
  }, [title, event]);
}
