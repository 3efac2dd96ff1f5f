import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
  useCreateOwnCalendarMutation,
  useEndOwnCalendarMutation,
  useGetOwnCalendarQuery,
} from '../api/ownCalendarApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { CalendarPlusIcon } from '../ui/icons.tsx';
import styles from './OwnCalendar.module.css';

const ID = 'calendar';
/** The page's own heading is far above. */
const focusCalendar = () => document.getElementById(ID)?.focus();

/** The saved sessions in the attendee's own calendar app, at an address that they make, replace and end (decision 069). */
export function OwnCalendar() {
  const query = useGetOwnCalendarQuery();
  const { data, isLoading } = query;
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${ID}`) focusCalendar();
  }, [hash]);
  return (
    <section aria-labelledby={ID} className={styles.part}>
      <h2 id={ID} tabIndex={-1}>
        In your calendar
      </h2>
      {!data && !isLoading && <p>The calendar is not available at the moment.</p>}
      {data && (data.feed === null ? <NoAddress {...query} /> : <Address {...query} feed={data.feed} />)}
    </section>
  );
}

interface PartProps {
  isFetching: boolean;
  refetch: () => unknown;
}

function NoAddress({ isFetching, refetch }: PartProps) {
  const part = useFocusKept<HTMLDivElement>(focusCalendar);
  const [create, creating] = useCreateOwnCalendarMutation();
  return (
    <div ref={part} className={styles.part}>
      <p>Your calendar app can show your saved sessions, and follows when one moves. It needs an address for it.</p>
      <Button
        variant="secondary"
        busy={creating.isLoading}
        disabled={creating.isLoading || isFetching}
        onClick={() => change(create(), refetch, 'Your calendar has an address.')}
      >
        Make an Address
      </Button>
    </div>
  );
}

function Address({ isFetching, refetch, feed }: PartProps & { feed: string }) {
  const part = useFocusKept<HTMLDivElement>(focusCalendar);
  const [create, creating] = useCreateOwnCalendarMutation();
  const [end, ending] = useEndOwnCalendarMutation();
  const isBusy = creating.isLoading || ending.isLoading || isFetching;
  return (
    <div ref={part} className={styles.part}>
      <p>Whoever has this address can read your saved sessions. Replace it if others have seen it.</p>
      <a href={feed.replace(/^https?:/, 'webcal:')} className={buttonClass('primary')}>
        <CalendarPlusIcon />
        Subscribe
      </a>
      <input
        readOnly
        aria-label="Address of your calendar"
        className={styles.address}
        value={feed}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button
          variant="secondary"
          busy={creating.isLoading}
          disabled={isBusy}
          onClick={() => change(create(), refetch, 'The earlier address no longer works.')}
        >
          Replace the Address
        </Button>
        <Button
          variant="secondary"
          busy={ending.isLoading}
          disabled={isBusy}
          onClick={() => change(end(), refetch, 'The address no longer works.')}
        >
          End the Address
        </Button>
      </div>
    </div>
  );
}

/** A failure shows a toast of its own. */
async function change(work: PromiseLike<{ error?: unknown }>, refetch: () => unknown, done: string): Promise<void> {
  const { error } = await work;
  if (error) return;
  await refetch();
  notifySuccess(done);
}
