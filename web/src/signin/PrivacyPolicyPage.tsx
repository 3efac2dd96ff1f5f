import { EVENT_FILES } from '@companion/contract/event';
import { useGetEventQuery, useGetEventTextQuery } from '../api/eventApi.ts';
import { SafeHtml } from '../SafeHtml.tsx';
import { Button } from '../ui/Button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './PrivacyPolicyPage.module.css';

/** §2: the event's own policy, terms and non-disclosure clause, and whom to ask. */
export function PrivacyPolicyPage() {
  const { data: text, isError, refetch } = useGetEventTextQuery(EVENT_FILES.privacyPolicy);
  const { data: event } = useGetEventQuery();
  return (
    <article className={styles.page}>
      <h1>Privacy Policy and Terms of Use</h1>
      {text !== undefined && <SafeHtml html={text} />}
      {isError && (
        <Message icon={<AlertIcon />} action={<Button onClick={refetch}>Try again</Button>}>
          The text could not be loaded.
        </Message>
      )}
      {text === undefined && !isError && <Skeleton lines={8} />}
      {event && (
        <section aria-labelledby="help-desk" className={styles.help}>
          <h2 id="help-desk">Help desk</h2>
          <p>
            <a href={`mailto:${event.helpDesk.email}`}>{event.helpDesk.email}</a>
            <a href={`tel:${event.helpDesk.phone.replace(/[^\d+]/g, '')}`}>{event.helpDesk.phone}</a>
          </p>
        </section>
      )}
    </article>
  );
}
