import { PUSH_QUIET_HOURS } from '@companion/contract/push';
import { type ReactNode, useId, useState } from 'react';
import { useStore } from 'react-redux';
import type { AppState } from '../api/api.ts';
import { noticeApi } from '../api/noticeApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import styles from './NotificationsPage.module.css';
import { isPushOn, keepPushFlag } from './pushFlag.ts';
import { readPushAbility, subscribeToPush, unsubscribeFromPush } from './pushOnPhone.ts';

const QUIET = `${PUSH_QUIET_HOURS.text} at the event`;

/** Whether this phone shows what is told while the app is closed. The browser is asked after a tap, never before. */
export function PushOnPhone({ pushKey }: { pushKey: string }) {
  const heading = useId();
  const part = useFocusKept<HTMLElement>();
  const accountId = useAppSelector(({ session }) => session.profile?.id);
  const [ability, setAbility] = useState(readPushAbility);
  const [isOn, setIsOn] = useState(() => ability === 'able' && isPushOn(accountId));
  const [hasFailed, setHasFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const store = useStore<AppState>();
  const [saveDevice] = noticeApi.useSavePushDeviceMutation();
  const [endDevice] = noticeApi.useEndPushDeviceMutation();

  const turnOn = async () => {
    const subscription = await subscribeToPush(pushKey);
    // While the browser asked, somebody else may have signed in.
    if (store.getState().session.profile?.id !== accountId) return void unsubscribeFromPush();
    setAbility(readPushAbility());
    // A failure of the call shows a toast of its own.
    if (!subscription || (await saveDevice(subscription)).error) return;
    keepPushFlag(accountId);
    setIsOn(true);
    notifySuccess('This phone will notify you.');
  };
  const turnOff = async () => {
    const endpoint = await unsubscribeFromPush();
    keepPushFlag(undefined);
    setIsOn(false);
    // The service answers for the address that it is gone, if this does not arrive.
    if (endpoint) await endDevice({ endpoint });
  };
  const act = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setHasFailed(false);
    await (isOn ? turnOff() : turnOn()).catch(() => setHasFailed(true));
    setIsBusy(false);
  };

  return (
    <section ref={part} aria-labelledby={heading} className={styles.part}>
      <h2 id={heading}>On this phone</h2>
      {ability === 'able' ? (
        <>
          <p>
            {isOn
              ? `This phone notifies you also while the app is closed, except ${QUIET}.`
              : `This phone can notify you also while the app is closed, except ${QUIET}. Your browser asks whether it may.`}
          </p>
          <Button variant="secondary" busy={isBusy} onClick={act}>
            {isOn ? 'Turn Off on This Phone' : 'Notify Me on This Phone'}
          </Button>
        </>
      ) : (
        <p>{WHY_NOT[ability]}</p>
      )}
      <p role="status">{hasFailed && 'Your browser could not do this. Please try again later.'}</p>
    </section>
  );
}

const WHY_NOT: Record<'blocked' | 'installFirst' | 'unable', ReactNode> = {
  blocked: 'Your browser blocks notifications of this app. Allow them in its settings, then open this page again.',
  installFirst: 'First keep this app at hand: tap Share, then Add to Home Screen, and open it from there.',
  unable: 'This browser cannot notify you while the app is closed.',
};
