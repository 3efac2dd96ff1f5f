import { observable } from './observable.ts';

interface ToastAction {
  label: string;
  /** The key that does the same on the screen that has reported it. */
  key?: string | undefined;
  run(): void;
}

/** What the console reports about an action, until it is closed or has been there long enough. */
interface Toast {
  id: number;
  kind: 'done' | 'caution' | 'problem';
  text: string;
  /** Finds the server's log line. */
  traceId?: string | undefined;
  /** What can be done about it, such as to undo it. */
  action?: ToastAction | undefined;
}

const MAX_TOASTS = 4;
const DONE_MS = 6000;
/** Time enough to read it and decide. */
const DONE_WITH_ACTION_MS = 15_000;

export const toasts = observable<Toast[]>([]);
let lastId = 0;

/** Shows that an action succeeded. @returns the toast's id */
export const toastDone = (text: string, action?: ToastAction): number => showForAWhile({ kind: 'done', text, action });

/** Shows that an action succeeded, and what is still to be done about it. */
export const toastCaution = (text: string, action?: ToastAction): number =>
  showForAWhile({ kind: 'caution', text, action });

/** Shows that an action failed, or why it cannot be done; stays until it is closed. The same text shows once. */
export function toastProblem(text: string, traceId?: string): void {
  for (const toast of toasts.get()) if (toast.text === text) closeToast(toast.id);
  show({ kind: 'problem', text, traceId });
}

export const closeToasts = (): void => toasts.set([]);
export const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function showForAWhile(toast: Omit<Toast, 'id'>): number {
  const id = show(toast);
  setTimeout(() => closeToast(id), toast.action ? DONE_WITH_ACTION_MS : DONE_MS);
  return id;
}

function show(toast: Omit<Toast, 'id'>): number {
  const id = ++lastId;
  toasts.set([...toasts.get(), { ...toast, id }].slice(-MAX_TOASTS));
  return id;
}
