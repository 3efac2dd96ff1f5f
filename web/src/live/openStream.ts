import { LIVE_PATH } from '@companion/contract/live';
import { retryAfterMs } from '../api/backoff.ts';
import { API_HOST } from '../api/request.ts';
import type { StreamEnd, StreamListener } from './connect.ts';
import { readEvents, type StreamEvent } from './readEvents.ts';

interface StreamParts extends Pick<StreamListener, 'onBytes'> {
  token: string | undefined;
  onHeaders: (headers: Headers) => void;
  onEvent: (event: StreamEvent) => void;
}

/**
 * Opens the stream of what is live and reads it to its end. Through `fetch`, since an EventSource cannot send a bearer
 * token, and tokens do not belong in addresses. Never rejects.
 */
export async function openStream(
  { token = '', onBytes, onHeaders, onEvent }: StreamParts,
  signal: AbortSignal,
): Promise<StreamEnd> {
  let isRead = false;
  try {
    const response = await fetch(`${API_HOST}/api${LIVE_PATH}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      ...{ cache: 'no-store', credentials: 'include', redirect: 'error', signal },
    });
    const { body, headers, status } = response;
    if (!response.ok || !body || !headers.get('content-type')?.startsWith('text/event-stream')) {
      void body?.cancel().catch(() => {});
      return { kind: kindOf(status), retryAfterMs: retryAfterMs(headers) };
    }
    onBytes();
    onHeaders(headers);
    isRead = true;
    const read = readEvents(onEvent);
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onBytes();
      read(decoder.decode(part.value, { stream: true }));
    }
    return { kind: 'ended' };
  } catch {
    return { kind: isRead ? 'ended' : 'failed' };
  }
}

function kindOf(status: number): StreamEnd['kind'] {
  if (status === 401) return 'unauthorized';
  if (status === 429 || status === 503) return 'busy';
  return [404, 405, 501].includes(status) ? 'missing' : 'failed';
}
