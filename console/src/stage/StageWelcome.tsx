import type { Stage } from '@companion/contract/staff/stage';
import { QrCode } from '../page/QrCode.tsx';
import styles from './StagePage.module.css';
import { shortAddress } from './shortAddress.ts';

/** While no poll is on stage: where to join. */
export const StageWelcome = ({ stage: { eventName, joinUrl } }: { stage: Stage }) => (
  <div className={styles.middle}>
    <h1 className="written">{eventName}</h1>
    <div className={styles.bigCode}>
      <QrCode text={joinUrl} label="QR code of the app's address" />
    </div>
    <p>
      Join at <b>{shortAddress(joinUrl)}</b>
    </p>
  </div>
);
