import type { Announcement } from '@companion/contract/announcement';
import { useAnnouncements } from '../live/useAnnouncements.ts';
import { useNoticeFocusKept } from '../page/useFocusKept.ts';
import { noticeDismissed } from '../session/liveSlice.ts';
import { useAppDispatch, useAppSelector } from '../session/storeHooks.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import styles from './AnnouncementNotice.module.css';
import { AnnouncementText } from './AnnouncementText.tsx';

/** The newest announcement that the attendee has not closed on this phone. From then on Home shows it until it ends. */
export function AnnouncementNotice({ className = '' }: { className?: string | undefined }) {
  const newest = useNoticed();
  return newest && <Shown key={newest.id} announcement={newest} className={className} />;
}

/** What the notice shows. */
export function useNoticed(): Announcement | undefined {
  const dismissed = useAppSelector(({ live }) => live.dismissed);
  return useAnnouncements().find((one) => !dismissed.includes(keyOf(one)));
}

const keyOf = ({ id }: Announcement) => `announcement/${id}`;

function Shown({ announcement, className }: { announcement: Announcement; className: string }) {
  const dispatch = useAppDispatch();
  const element = useNoticeFocusKept();
  return (
    <div ref={element} className={`${className} ${styles.notice}`}>
      <AnnouncementText announcement={announcement} />
      <IconButton aria-label="Dismiss" onClick={() => dispatch(noticeDismissed(keyOf(announcement)))}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
