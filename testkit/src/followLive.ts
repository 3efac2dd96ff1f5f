import { LIVE_PATH } from '@companion/contract/live';
import type { StaffLiveFrame, StaffLiveState } from '@companion/contract/staff/staffLive';

export interface Frame {
  id: number;
  event: StaffLiveFrame;
  data: unknown;
}

/** A stream of live frames that a test reads. */
export interface LiveFollower {
  response: Response;
  /** Every frame so far. */
  frames: Frame[];
  /** Everything that was received, heartbeats included. */
  text: string;
  /** What the frames so far add up to. */
  state: Partial<StaffLiveState>;
  /** Settles when the stream ends: `true` if the server ended it in order, `false` if it was cut. */
  ended: Promise<boolean>;
  /** Whether it has not ended. */
  isOpen: boolean;
  leave(): void;
}

/** Opens an attendee's stream and reads it until it ends. */
export const followLive = (url: string, token: string): Promise<LiveFollower> =>
  followStream(`${url}/api${LIVE_PATH}`, { authorization: `Bearer ${token}` });

/** Opens a stream, with the headers that authenticate it, and reads it until it ends. */
export async function followStream(url: string, headers: Record<string, string>): Promise<LiveFollower> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const follower: LiveFollower = {
    response,
    frames: [],
    text: '',
    state: {},
    ended: Promise.resolve(true),
    isOpen: response.ok,
    leave: () => leaving.abort(),
  };
  if (response.ok && response.body) follower.ended = read(response.body, follower);
  return follower;
}

async function read(body: ReadableStream<Uint8Array>, follower: LiveFollower): Promise<boolean> {
  let rest = '';
  try {
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      follower.text += part;
      rest += part;
      // A long frame comes in many parts.
      if (!part.includes('\n')) continue;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block, follower);
    }
    return true;
  } catch {
    return false;
  } finally {
    follower.isOpen = false;
  }
}

function take(block: string, follower: LiveFollower): void {
  const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  if (id === undefined || event === undefined || data === undefined) return;
  // The server sends these only; a test that compares the state finds any other.
  const frame: Frame = { id: Number(id), event: event as StaffLiveFrame, data: JSON.parse(data) };
  follower.frames.push(frame);
  Object.assign(follower.state, { [frame.event]: frame.data });
}
