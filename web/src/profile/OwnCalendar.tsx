import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { useLocation } from 'react-router';
import type { AppStore } from '../api/api.ts';
import { ownCalendarApi } from '../api/ownCalendarApi.ts';
import { useArrival } from '../page/useArrival.ts';
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
  const { data, isLoading, isFetching } = ownCalendarApi.useGetOwnCalendarQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const { hash } = useLocation();
  const isReturn = useArrival() === 'returned';
  useEffect(() => {
    if (hash === `#${ID}` && !isReturn) focusCalendar();
  }, [hash, isReturn]);
  return (
    <section aria-labelledby={ID} className={styles.part}>
      <h2 id={ID} tabIndex={-1}>
        In your calendar
      </h2>
      {!data && !isLoading && <p>The calendar is not available at the moment.</p>}
      {data &&
        (data.feed === null ? (
          <NoAddress isFetching={isFetching} />
        ) : (
          <Address isFetching={isFetching} feed={data.feed} />
        ))}
    </section>
  );
}

function NoAddress({ isFetching }: { isFetching: boolean }) {
  const part = useFocusKept<HTMLDivElement>(focusCalendar);
  const change = useChange();
  const [create, creating] = ownCalendarApi.useCreateOwnCalendarMutation();
  return (
    <div ref={part} className={styles.part}>
      <p>Your calendar app can show your saved sessions, and follows when one moves. It needs an address for it.</p>
      <Button
        variant="secondary"
        busy={creating.isLoading}
        disabled={creating.isLoading || isFetching}
        onClick={() => change(create(), 'Your calendar has an address.')}
      >
        Make an Address
      </Button>
    </div>
  );
}

function Address({ isFetching, feed }: { isFetching: boolean; feed: string }) {
  const part = useFocusKept<HTMLDivElement>(focusCalendar);
  const change = useChange();
  const [create, creating] = ownCalendarApi.useCreateOwnCalendarMutation();
  const [end, ending] = ownCalendarApi.useEndOwnCalendarMutation();
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
          onClick={() => change(create(), 'The earlier address no longer works.')}
        >
          Replace the Address
        </Button>
        <Button
          variant="secondary"
          busy={ending.isLoading}
          disabled={isBusy}
          onClick={() => change(end(), 'The address no longer works.')}
        >
          End the Address
        </Button>
      </div>
    </div>
  );
}

/** @returns makes, replaces or ends the address, shows what came of it, and says so */
function useChange() {
  const { dispatch } = useStore() as AppStore;
  return async (work: PromiseLike<{ data?: unknown; error?: unknown }>, done: string): Promise<void> => {
    const { data, error } = await work;
    if (error) {
      // The failure shows a toast of its own. The address may have been replaced or ended without the answer.
      const readAgain = { subscribe: false, forceRefetch: true };
      dispatch(ownCalendarApi.endpoints.getOwnCalendar.initiate(undefined, readAgain));
      return;
    }
    // What has ended must not show for as long as a reading takes, or fails.
    const feed = Object(data).feed ?? null;
    dispatch(
      ownCalendarApi.util.updateQueryData('getOwnCalendar', undefined, (cached) => {
        cached.feed = feed;
      }),
    );
    notifySuccess(done);
  };
}
