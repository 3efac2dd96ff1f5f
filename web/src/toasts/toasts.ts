import { describeError } from './describeError.ts';

/** The toasts' code comes with the first toast; `preloadToasts` fetches it while the network still works. */
const load = () => import('./showToast.tsx');
let isLoaded = false;

export function notifySuccess(text: string): void {
  void show((toasts) => toasts.showSuccess(text));
}

/** Tells of a failed call. Calls made through the API are told of already (api/errorToasts.ts). */
export function notifyError(error: unknown): void {
  void show((toasts) => toasts.showError(describeError(error)));
}

/** Takes away what is shown and what still waits. */
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
    // Without its code nothing can be shown; the screen's own state still tells what happened.
    console.warn('Notifications are not available:', error);
  }
}
