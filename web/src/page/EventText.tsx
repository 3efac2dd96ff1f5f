import { useGetEventTextQuery } from '../api/eventApi.ts';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SafeHtml } from './SafeHtml.tsx';

/** One of the event's own texts: `EVENT_FILES.privacyPolicy` or `EVENT_FILES.about`. */
export function EventText({ path }: { path: string }) {
  const { data: text, isError, refetch } = useGetEventTextQuery(path);
  if (text !== undefined) return <SafeHtml html={text} />;
  if (!isError) return <Skeleton lines={8} />;
  return (
    <Message icon={<AlertIcon />} action={<Button onClick={refetch}>Try again</Button>}>
      The text could not be loaded.
    </Message>
  );
}
