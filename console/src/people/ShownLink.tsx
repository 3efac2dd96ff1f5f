import { QrCode } from '../page/QrCode.tsx';
import { CopyButton } from '../page/SecretLink.tsx';
import { timeText } from '../page/timeText.ts';
import styles from './people.module.css';

/** A link for the phone of a person at the desk: to scan, or to send. */
export const ShownLink = ({ link, expiresAt }: { link: string; expiresAt: string }) => (
  <div className={styles.shown}>
    <p>
      Let them scan this with their phone. It signs them in there and needs no text message. It works until{' '}
      {timeText(expiresAt)}, and is shown only here.
    </p>
    <QrCode text={link} label="The link that signs in, as a code to scan" />
    <CopyButton text={link} what="the link" />
  </div>
);
