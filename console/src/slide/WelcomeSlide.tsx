import type { Stage } from '@companion/contract/staff/stage';
import { QrCode } from '../page/QrCode.tsx';
import { shortAddress } from './slideTexts.ts';
import styles from './WelcomeSlide.module.css';

/** While nothing is on stage: where to join. */
export const WelcomeSlide = ({ stage: { eventName, joinUrl } }: { stage: Stage }) => (
  <div className={styles.welcome}>
    <h1 className="written">{eventName}</h1>
    <div className={styles.code}>
      <QrCode text={joinUrl} label="QR code of the app's address" />
    </div>
    <p>
      Join at <b>{shortAddress(joinUrl)}</b>
    </p>
  </div>
);
