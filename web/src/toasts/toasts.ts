import { describeError } from './describeError.ts';

/** The toasts' code loads with the first toast; `preloadToasts` fetches it before the network may fail. */
const load = () => import('./showToast.tsx');
let isLoaded = false;

export function notifySuccess(text: string): void {
  void show((toasts) => toasts.showSuccess(text));
}

/** For a change that the server has not got yet. */
export const notifySaved = (): void =>
  notifySuccess('Saved on this phone. It will be sent as soon as the connection is back.');

/** For what waited to be sent and belonged to another account than the one that signs in. */
export const notifyLost = (): void => void show((toasts) => toasts.showLost());

/** Shows a toast for a failed call. Calls through the API get theirs from api/errorToasts.ts. */
export function notifyError(error: unknown): void {
  void show((toasts) => toasts.showError(describeError(error)));
}

/** Removes the visible and the waiting toasts. */
export function dismissToasts(): void {
  if (isLoaded) void show((toasts) => toasts.dismissAll());
}

export function preloadToasts(): void {
  void show(() => {});
}

async function show(use: (toasts: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
  try {
    const toasts = await load();
    isLoaded = true;
    use(toasts);
  } catch (error) {
    // Without its code no toast can be shown; the screen still shows its own error state.
    console.warn('Notifications are not available:', error);
  }
}
