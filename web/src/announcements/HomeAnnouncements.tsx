import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useAnnouncements } from '../live/useAnnouncements.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { useNoticed } from './AnnouncementNotice.tsx';
import { AnnouncementText } from './AnnouncementText.tsx';
import styles from './HomeAnnouncements.module.css';

/**
 * Every announcement that has not ended, but for that of the notice, at the end of Home, so that it moves nothing. It is
 * put there from here, because its code loads after the screen.
 */
export function HomeAnnouncements() {
  const heading = useId();
  const noticed = useNoticed();
  const announcements = useAnnouncements().filter(({ id }) => id !== noticed?.id);
  const home = useHome();
  if (!home || announcements.length === 0) return null;
  return createPortal(
    <section aria-labelledby={heading} className={styles.announcements}>
      <h2 id={heading}>Announcements</h2>
      {announcements.map((announcement) => (
        <Card key={announcement.id}>
          <AnnouncementText announcement={announcement} />
        </Card>
      ))}
    </section>,
    home,
  );
}

/** The page of Home while it shows. */
function useHome(): Element | undefined {
  const { pathname } = useLocation();
  const [home, setHome] = useState<Element>();
  useEffect(() => {
    const main = document.getElementById('main');
    if (pathname !== paths.dashboard || !main) return;
    // Its code may load after the address has changed.
    const find = () => setHome(document.querySelector('.route-dashboard main > div:has(> header)') ?? undefined);
    const observer = new MutationObserver(find);
    observer.observe(main, { childList: true });
    find();
    return () => {
      observer.disconnect();
      setHome(undefined);
    };
  }, [pathname]);
  return home;
}
