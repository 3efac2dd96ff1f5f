import type { ReactNode } from 'react';
import styles from './BetweenSlide.module.css';
import { ScanPanel } from './ScanPanel.tsx';
import { SlideFrame } from './SlideFrame.tsx';
import { shortAddress } from './shortAddress.ts';

/** A slide between polls, with the code to join next to it. */
export const JoinFrame = ({
  eventName,
  joinUrl,
  children,
}: {
  eventName: string;
  joinUrl: string;
  children: ReactNode;
}) => {
  const band = (
    <p className={styles.join}>
      Join at <b>{shortAddress(joinUrl)}</b>
    </p>
  );
  return (
    <SlideFrame stage={{ eventName }} band={band}>
      <div className={styles.slide}>
        {children}
        <div className={styles.side}>
          <ScanPanel label="Scan to join" url={joinUrl} />
        </div>
      </div>
    </SlideFrame>
  );
};
