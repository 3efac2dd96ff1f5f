import { QrCode } from '../page/QrCode.tsx';
import styles from './ScanPanel.module.css';

/** What to do, and the code for it, as large as there is room. */
export const ScanPanel = ({ label, url }: { label: string; url: string }) => (
  <div className={styles.panel}>
    <p className={styles.label}>{label}</p>
    <div className={styles.code}>
      <QrCode text={url} label={`QR code: ${label}`} />
    </div>
  </div>
);
