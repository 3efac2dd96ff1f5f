import { SILENCE_MS } from './connect.ts';

/** The leading tab answers sooner, unless the browser has suspended it. */
const ANSWER_MS = 2000;
/** How often the leading tab reports that it is there. */
const BEAT_MS = 10_000;

type TabMessage<Update> =
  /** A tab has joined and asks for what is known. */
  | { type: 'joined'; accountId: string }
  /** The leading tab is there, and this is new. */
  | { type: 'update'; accountId: string; update: Partial<Update> };

export interface TabParts<Update> {
  /** The Web Lock of the tab that keeps the stream, and the channel on which it passes on what arrives. */
  name?: string;
  accountId: string;
  /** The attendee has returned to this tab: it leads at once. */
  isReturn: boolean;
  /** Keeps the stream. Returns a function that ends it. */
  lead: () => () => void;
  /** Everything that this tab knows. */
  known: () => Update;
  /** Something arrived from the leading tab. */
  onUpdate: (update: Partial<Update>) => void;
  locks?: LockManager | undefined;
  openChannel?: (() => BroadcastChannel) | undefined;
}

export interface Tab<Update> {
  /** Passes on to the other tabs what has arrived. */
  post: (update: Partial<Update>) => void;
  leave: () => void;
}

/**
 * Shares one stream among the tabs of a browser (decision 050): the tab that holds the Web Lock leads, and passes on what
 * arrives. A leading tab that does not answer was suspended: its lock is stolen. Without locks or channels, each tab
 * leads.
 */
export function joinTabs<Update extends object>(parts: TabParts<Update>): Tab<Update> {
  const { name = 'live', accountId, isReturn, lead, known, onUpdate } = parts;
  const { locks = navigator.locks, openChannel = defaultChannel(name) } = parts;
  if (!locks || !openChannel) return { post: () => {}, leave: lead() };
  const channel = openChannel();
  let queued = new AbortController();
  let watch: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;
  /** Set while this tab leads. */
  let stopLeading: (() => void) | undefined;

  const post = (message: TabMessage<Update>) => channel.postMessage(message);
  const postUpdate = (update: Partial<Update>) => post({ type: 'update', accountId, update });

  function startLeading(release: () => void): () => void {
    clearTimeout(watch);
    const stop = lead();
    postUpdate(known());
    const beat = setInterval(() => postUpdate({}), BEAT_MS);
    return () => {
      stopLeading = undefined;
      clearInterval(beat);
      stop();
      release();
    };
  }
  async function requestLock(options: LockOptions): Promise<void> {
    let end: (() => void) | undefined;
    try {
      await locks?.request(name, options, () => {
        if (hasLeft) return undefined;
        return new Promise<void>((release) => {
          end = startLeading(release);
          stopLeading = end;
        });
      });
    } catch {
      // This tab has left the queue, or another one has stolen the lock.
      if (!end || end !== stopLeading) return;
      end();
      awaitLeader(SILENCE_MS);
      waitToLead();
    }
  }
  function waitToLead(): void {
    queued = new AbortController();
    void requestLock({ signal: queued.signal });
  }
  function steal(): void {
    // Its place in the queue would come up later.
    queued.abort();
    void requestLock({ steal: true });
  }
  function awaitLeader(ms: number): void {
    clearTimeout(watch);
    watch = setTimeout(steal, ms);
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage<Update>>) => {
    if (message.accountId !== accountId) return;
    if (stopLeading) {
      if (message.type === 'joined') postUpdate(known());
    } else if (message.type === 'update') {
      awaitLeader(SILENCE_MS);
      onUpdate(message.update);
    }
  };
  if (isReturn) steal();
  else {
    awaitLeader(ANSWER_MS);
    waitToLead();
    post({ type: 'joined', accountId });
  }

  return {
    post: (update) => {
      if (stopLeading) postUpdate(update);
    },
    leave: () => {
      hasLeft = true;
      clearTimeout(watch);
      queued.abort();
      stopLeading?.();
      channel.close();
    },
  };
}

const defaultChannel = (name: string) =>
  'BroadcastChannel' in globalThis ? () => new BroadcastChannel(name) : undefined;
