import { describeError } from './describeError.ts';

/** The toasts' code comes with the first toast; `preloadToasts` fetches it while the network still works. */
const load = () => import('./showToast.tsx');

export function notifySuccess(text: string): void {
  void show((toasts) => toasts.showSuccess(text));
}

/** Tells of a failed call. Calls made through the API are told of already (api/errorToasts.ts). */
export function notifyError(error: unknown): void {
  void show((toasts) => toasts.showError(describeError(error)));
}

export function preloadToasts(): void {
  void show(() => {});
}

async function show(use: (toasts: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
  try {
    use(await load());
  } catch (error) {
    // Without its code nothing can be shown; the screen's own state still tells what happened.
    console.warn('Notifications are not available:', error);
  }
}
