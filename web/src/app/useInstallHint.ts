import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { sharedStorage } from '../session/safeStorage.ts';
import { readInstallState, subscribeToInstallState } from './installPrompt.ts';

/** Of this browser, not of an account: it stays when the attendee signs out. */
const STORAGE_KEY = 'installHint';

export interface InstallHint {
  isShown: boolean;
  /** Asks the browser to install the app; undefined where a person has to do it by the browser's menu. */
  install: (() => Promise<void>) | undefined;
  dismiss: () => void;
}

/**
 * Whether to propose to install the app: once, on the screen after the one with the first answer, vote or comment, where
 * it would cover what the attendee is about to press. Not in the installed app.
 */
export function useInstallHint(): InstallHint {
  const { install, usefulAt } = useSyncExternalStore(subscribeToInstallState, readInstallState);
  const { pathname } = useLocation();
  const [phase, setPhase] = useState<'before' | 'shown' | 'over'>(() =>
    sharedStorage.read(STORAGE_KEY) !== null || isInstalled() ? 'over' : 'before',
  );
  const isDue = usefulAt !== undefined && pathname !== usefulAt && (install !== undefined || hasHomeScreen());
  const dismiss = () => setPhase('over');

  useEffect(() => {
    if (!isDue || phase !== 'before') return;
    sharedStorage.write(STORAGE_KEY, 'shown');
    setPhase('shown');
  }, [isDue, phase]);

  useEffect(() => {
    const onInstalled = () => setPhase('over');
    window.addEventListener('appinstalled', onInstalled);
    return () => window.removeEventListener('appinstalled', onInstalled);
  }, []);

  return {
    isShown: phase === 'shown',
    dismiss,
    install: install && (() => install().then(dismiss, dismiss)),
  };
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** iPhones and iPads: their browsers have this property, and install an app from the Share menu alone. */
const hasHomeScreen = () => 'standalone' in navigator && navigator.maxTouchPoints > 0;
