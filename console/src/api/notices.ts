import { watchedValue } from './watchedValue.ts';

/** What the console reports about an action, until it is closed or has been there long enough. */
export interface Notice {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  /** Finds the server's log line. */
  traceId?: string | undefined;
  action?: NoticeAction | undefined;
}

/** What can be done about it, such as to undo it. */
export interface NoticeAction {
  label: string;
  /** The key that does the same on the screen that has reported it. */
  key?: string | undefined;
  run(): void;
}

const DONE_MS = 6000;
/** Time enough to read it and decide. */
const DONE_WITH_ACTION_MS = 15_000;

const notices = watchedValue<readonly Notice[]>([]);
let lastId = 0;

export const currentNotices = notices.get;

export const watchNotices = notices.watch;

/** Shows that an action succeeded. @returns the notice's id */
export function noticeDone(text: string, action?: NoticeAction): number {
  const id = add({ kind: 'done', text, action });
  setTimeout(() => closeNotice(id), action ? DONE_WITH_ACTION_MS : DONE_MS);
  return id;
}

/** Shows that an action failed, or why it cannot be done; stays until it is closed. The same text shows once. */
export function noticeProblem(text: string, traceId?: string): void {
  notices.set(notices.get().filter((notice) => notice.text !== text));
  add({ kind: 'problem', text, traceId });
}

export const closeNotice = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

function add(notice: Omit<Notice, 'id'>): number {
  lastId++;
  notices.set([...notices.get(), { ...notice, id: lastId }].slice(-4));
  return lastId;
}
