import { readRetryAfter } from '@companion/contract/retryAfter';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { StreamEnd, StreamListener } from './connect.ts';

interface StreamParts extends Pick<StreamListener, 'onBytes'> {
  url: string;
  /** What a session without a cookie sends with it. */
  headers?: Record<string, string>;
  onHeaders?: (headers: Headers) => void;
  onEvent: (event: EventSourceMessage) => void;
}

/**
 * Opens a stream of server-sent events and reads it to its end. Through `fetch`, since an EventSource cannot send a
 * bearer token, and tokens do not belong in addresses. Never rejects.
 */
export async function openStream(
  { url, headers: own, onBytes, onHeaders, onEvent }: StreamParts,
  signal: AbortSignal,
): Promise<StreamEnd> {
  let isRead = false;
  try {
    const response = await fetch(url, {
      headers: { ...own, Accept: 'text/event-stream' },
      cache: 'no-store',
      credentials: 'include',
      redirect: 'error',
      signal,
    });
    const { body, headers, status } = response;
    if (!response.ok || !body || !headers.get('content-type')?.startsWith('text/event-stream')) {
      void body?.cancel().catch(() => {});
      return { kind: kindOf(status), retryAfterMs: readRetryAfter(headers.get('Retry-After'), Date.now()) };
    }
    onBytes();
    onHeaders?.(headers);
    isRead = true;
    const parser = createParser({ onEvent });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onBytes();
      parser.feed(decoder.decode(part.value, { stream: true }));
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
