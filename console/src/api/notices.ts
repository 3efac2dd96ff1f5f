/** What the console reports about an action, until it is closed or has been there long enough. */
export interface Notice {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  /** Finds the server's log line. */
  traceId?: string | undefined;
}

const DONE_MS = 6000;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export const currentNotices = (): readonly Notice[] => notices;

export function watchNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Shows that an action succeeded. */
export function noticeDone(text: string): void {
  const id = add({ kind: 'done', text });
  setTimeout(() => closeNotice(id), DONE_MS);
}

/** Shows that an action failed, or why it cannot be done; stays until it is closed. The same text shows once. */
export function noticeProblem(text: string, traceId?: string): void {
  change(notices.filter((notice) => notice.text !== text));
  add({ kind: 'problem', text, traceId });
}

export const closeNotice = (id: number): void => change(notices.filter((notice) => notice.id !== id));

function add(notice: Omit<Notice, 'id'>): number {
  lastId++;
  change([...notices, { ...notice, id: lastId }].slice(-4));
  return lastId;
}

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
