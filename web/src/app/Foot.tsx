import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { loadLate } from '../page/loadLate.ts';
import styles from './Foot.module.css';
import { OfflineBar } from './OfflineBar.tsx';
import { pollAtStart } from './pollAtStart.ts';

/** Leaves the network and the processor to the first screen, unless a poll is on stage. */
const NOTICES_DELAY_MS = 3000;

const Notices = lazy<ComponentType>(() =>
  loadLate(() => import('./Notices.tsx')).then(
    (file) => ({ default: file.Notices }),
    () => ({ default: () => null }),
  ),
);

/** What the app has to say above the bottom menu. */
export function Foot() {
  const [hasNotices, setHasNotices] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setHasNotices, NOTICES_DELAY_MS, true);
    void pollAtStart().then(() => setHasNotices(true));
    return () => clearTimeout(timer);
  }, []);
  const shown = useCoverKnown();
  return (
    <div className={styles.foot}>
      <div ref={shown} className={styles.shown}>
        {hasNotices && (
          <Suspense>
            <Notices />
          </Suspense>
        )}
        <OfflineBar />
      </div>
    </div>
  );
}

/** Tells the style sheet how high the element is, so that it never hides what gets the focus (WCAG 2.4.11). */
function useCoverKnown(): RefObject<HTMLDivElement | null> {
  const covering = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = covering.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--foot-cover', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return covering;
}
