import { store } from './store.ts';
import { selectToasts, toastClosed, toastShown } from './toastSlice.ts';

interface ToastAction {
  label: string;
  /** The key that does the same on the screen that has reported it. */
  key?: string | undefined;
  run(): void;
}

const DONE_MS = 6000;
/** Time enough to read it and decide. */
const DONE_WITH_ACTION_MS = 15_000;

/** What the actions of the toasts do: the store holds no functions. */
const actions = new Map<number, () => void>();
let lastId = 0;

/** Shows that an action succeeded. @returns the toast's id */
export function toastDone(text: string, action?: ToastAction): number {
  const id = ++lastId;
  if (action) actions.set(id, action.run);
  const shown = action && { label: action.label, key: action.key };
  store.dispatch(toastShown({ id, kind: 'done', text, action: shown }));
  setTimeout(() => closeToast(id), action ? DONE_WITH_ACTION_MS : DONE_MS);
  return id;
}

/** Shows that an action failed, or why it cannot be done; stays until it is closed. The same text shows once. */
export function toastProblem(text: string, traceId?: string): void {
  for (const toast of selectToasts(store.getState())) if (toast.text === text) closeToast(toast.id);
  store.dispatch(toastShown({ id: ++lastId, kind: 'problem', text, traceId }));
}

export function closeToast(id: number): void {
  actions.delete(id);
  store.dispatch(toastClosed(id));
}

/** Does what a toast offers, and closes it. */
export function runToastAction(id: number): void {
  const run = actions.get(id);
  closeToast(id);
  run?.();
}
