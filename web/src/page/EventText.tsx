import { useGetEventTextQuery } from '../api/eventApi.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SafeHtml } from './SafeHtml.tsx';
import { TryAgain } from './TryAgain.tsx';

/** One of the event's own texts: `EVENT_FILES.privacyPolicy` or `EVENT_FILES.about`. */
export function EventText({ path }: { path: string }) {
  const query = useGetEventTextQuery(path);
  const { data: text, error } = query;
  if (text !== undefined) return <SafeHtml html={text} />;
  if (!error) return <Skeleton lines={8} />;
  return (
    <Message icon={<AlertIcon />} action={<TryAgain query={query} />}>
      The text could not be loaded.
    </Message>
  );
}
