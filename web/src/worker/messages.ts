/** The service worker's script. The build writes it (web/build/appWorker.ts). */
export const WORKER_SCRIPT = '/sw.js';

/** The files of one build of the app, which its service worker stores. */
export interface ShellFiles {
  /** The same build has the same version. */
  version: string;
  /** Paths and their digests, as in the attribute `integrity`. */
  files: [path: string, integrity: string][];
}

/** To the waiting worker: take over, because the attendee wants the new version. */
export const ACTIVATE = 'activate';
/** To the active worker: delete the shells that no tab runs, or all of them and yourself (removeWorker.ts). */
export const CLEAN = 'clean';
/** From a page to the worker, or the reverse: answer with your version through the port. */
export const VERSION = 'version';

/** A tab that is frozen, or still loading, gives no answer. */
const ANSWER_TIMEOUT_MS = 3000;

interface Receiver {
  postMessage(message: unknown, transfer: MessagePort[]): void;
}

/** Asks the other side which version of the app it runs. Undefined without an answer. */
export function askVersion(receiver: Receiver, timeoutMs = ANSWER_TIMEOUT_MS): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(undefined), timeoutMs);
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(String(data));
    };
    receiver.postMessage(VERSION, [port2]);
  });
}
