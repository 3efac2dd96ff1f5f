import { watchedValue } from './watchedValue.ts';

/** What the console reports about an action, until it is closed or has been there long enough. */
export interface Toast {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  /** Finds the server's log line. */
  traceId?: string | undefined;
  action?: ToastAction | undefined;
}

/** What can be done about it, such as to undo it. */
export interface ToastAction {
  label: string;
  /** The key that does the same on the screen that has reported it. */
  key?: string | undefined;
  run(): void;
}

const DONE_MS = 6000;
/** Time enough to read it and decide. */
const DONE_WITH_ACTION_MS = 15_000;

const toasts = watchedValue<readonly Toast[]>([]);
let lastId = 0;

export const currentToasts = toasts.get;

export const watchToasts = toasts.watch;

/** Shows that an action succeeded. @returns the toast's id */
export function toastDone(text: string, action?: ToastAction): number {
  const id = add({ kind: 'done', text, action });
  setTimeout(() => closeToast(id), action ? DONE_WITH_ACTION_MS : DONE_MS);
  return id;
}

/** Shows that an action failed, or why it cannot be done; stays until it is closed. The same text shows once. */
export function toastProblem(text: string, traceId?: string): void {
  toasts.set(toasts.get().filter((toast) => toast.text !== text));
  add({ kind: 'problem', text, traceId });
}

export const closeToast = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function add(toast: Omit<Toast, 'id'>): number {
  lastId++;
  toasts.set([...toasts.get(), { ...toast, id: lastId }].slice(-4));
  return lastId;
}
