import { useGetEventTextQuery } from '../api/eventApi.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmptyState } from './EmptyState.tsx';
import { SafeHtml } from './SafeHtml.tsx';

/** One of the event's own texts: `EVENT_FILES.privacyPolicy` or `EVENT_FILES.about`. */
export function EventText({ path }: { path: string }) {
  const query = useGetEventTextQuery(path);
  if (query.data !== undefined) return <SafeHtml html={query.data} />;
  return (
    <EmptyState query={query} placeholder={<Skeleton lines={8} />}>
      The text could not be loaded.
    </EmptyState>
  );
}
