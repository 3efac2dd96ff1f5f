import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { paths } from '../paths.ts';
import styles from './PairingScreen.module.css';
import { useStagePairing } from './useStagePairing.ts';

/** How this browser becomes a stage screen: the code that a member of the staff enters in the console. */
export function PairingScreen({ reason, onConnected }: { reason?: string | undefined; onConnected(): void }) {
  const { code, failure } = useStagePairing(onConnected);
  return (
    <main className={styles.screen}>
      <h1>Connect this screen</h1>
      {reason && <p>{reason}</p>}
      <div role="status" aria-label="Pairing code" className={styles.code}>
        {code ? (
          <>
            <span aria-hidden="true">
              <span>{code.slice(0, code.length / 2)}</span> <span>{code.slice(code.length / 2)}</span>
            </span>
            <span className="visually-hidden">Code: {[...code].join(' ')}</span>
          </>
        ) : (
          !failure && <Spinner label="Getting a code" />
        )}
      </div>
      {failure ? (
        <p>{failure.status === 0 ? 'The server does not answer. It is asked again by itself.' : failure.message}</p>
      ) : (
        <>
          <p>
            Type this code in the console, under <b>Stage screens</b>:{' '}
            <b className={styles.address}>{`${window.location.host}${paths.stageScreens}`}</b>
          </p>
          <p className={styles.note}>It changes every ten minutes, and connects this screen only.</p>
        </>
      )}
    </main>
  );
}
