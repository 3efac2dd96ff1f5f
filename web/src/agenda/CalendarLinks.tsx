import type { ContentItem } from '@companion/contract/content';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useGetCalendarQuery } from '../api/readApi.ts';
import { paths } from '../paths.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { notifyError } from '../toasts/toasts.ts';
import { BookmarkIcon, CalendarPlusIcon, ChevronDownIcon, DownloadIcon } from '../ui/icons.tsx';
import textButton from '../ui/TextButton.module.css';
import styles from './CalendarLinks.module.css';

const AGENDA_LINKS_ID = 'calendar-links';

/** Shows and hides {@link AgendaCalendarLinks}: few people need them, and only once. */
export function CalendarToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className={textButton.button}
      aria-expanded={isOpen}
      aria-controls={AGENDA_LINKS_ID}
      onClick={onToggle}
    >
      <CalendarPlusIcon />
      Calendar
      <ChevronDownIcon />
    </button>
  );
}

/** The whole agenda for a calendar app: as a subscription, or as a file where no app opens such links. */
export function AgendaCalendarLinks({ isOpen }: { isOpen: boolean }) {
  const { data, error } = useGetCalendarQuery();
  if (!data && error) {
    return (
      <p id={AGENDA_LINKS_ID} className={styles.missing} hidden={!isOpen}>
        The calendar is not available at the moment.
      </p>
    );
  }
  return (
    <div id={AGENDA_LINKS_ID} className={styles.links} hidden={!isOpen}>
      <CalendarLink to={data?.feed?.replace(/^https?:/, 'webcal:')} icon={<CalendarPlusIcon />}>
        Subscribe to Calendar
      </CalendarLink>
      <CalendarLink to={data?.feed} icon={<DownloadIcon />}>
        <span>
          Download<span className="visually-hidden"> Calendar</span>
        </span>
      </CalendarLink>
      <Link to={`${paths.myThings}#calendar`} className={styles.link}>
        <BookmarkIcon />
        Saved Sessions Only
      </Link>
    </div>
  );
}

/** Adds one session to the person's own calendar. Without an address it takes no room. */
export function ItemCalendarLink({ item }: { item: ContentItem }) {
  const { data, error } = useGetCalendarQuery();
  if (!data && error) return null;
  return (
    <div className={styles.links}>
      <CalendarLink to={data?.item?.replace('{contentId}', encodeURIComponent(item.id))} icon={<CalendarPlusIcon />}>
        Add to Calendar
      </CalendarLink>
    </div>
  );
}

/** Invisible until its address is loaded, but takes up its space so that the layout does not shift. */
function CalendarLink({ to, icon, children }: { to: string | undefined; icon: ReactNode; children: ReactNode }) {
  const isOnline = useAppSelector(selectIsOnline);
  // The browser would replace the app with a page that says the file is missing.
  const stayOffline = (event: MouseEvent) => {
    if (isOnline) return;
    event.preventDefault();
    notifyError({ data: { message: 'The calendar needs a network. Try again once the connection is back.' } });
  };
  return (
    <a href={to} className={styles.link} onClick={stayOffline}>
      {icon}
      {children}
    </a>
  );
}
