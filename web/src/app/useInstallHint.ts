import { useEffect, useState, useSyncExternalStore } from 'react';
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

/** Whether to propose to install the app: once, after the first answer, vote or comment, and not in the installed app. */
export function useInstallHint(): InstallHint {
  const { install, wasUseful } = useSyncExternalStore(subscribeToInstallState, readInstallState);
  const [isOver, setIsOver] = useState(() => sharedStorage.read(STORAGE_KEY) !== null || isInstalled());
  const isShown = wasUseful && !isOver && (install !== undefined || hasHomeScreen());
  const dismiss = () => setIsOver(true);

  useEffect(() => {
    if (isShown) sharedStorage.write(STORAGE_KEY, 'shown');
  }, [isShown]);

  useEffect(() => {
    const onInstalled = () => setIsOver(true);
    window.addEventListener('appinstalled', onInstalled);
    return () => window.removeEventListener('appinstalled', onInstalled);
  }, []);

  return {
    isShown,
    dismiss,
    install: install && (() => install().then(dismiss, dismiss)),
  };
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** iPhones and iPads: their browsers have this property, and install an app from the Share menu alone. */
const hasHomeScreen = () => 'standalone' in navigator && navigator.maxTouchPoints > 0;
