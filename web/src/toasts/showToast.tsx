import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { TOAST_CLOSE, TOAST_CLOSE_WITH_TRACE, TOASTS_VISIBLE } from '@companion/contract/constants';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
// The default entry injects a style tag, which the content security policy forbids.
import { type Id, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import type { ErrorDescription } from './describeError.ts';
import { TraceMessage } from './TraceMessage.tsx';

// §9. The rest are the library's defaults: top right, light, pause on hover and focus loss, drag by touch over 80 % of
// the width, role alert, Alt+T, Escape, 300 ms collapse; `stacked` adds the offset of 12 px. Only a toast with a trace
// id stays when clicked (§8).
const container = document.body.appendChild(document.createElement('div'));
createRoot(container).render(<ToastContainer autoClose={TOAST_CLOSE} limit={TOASTS_VISIBLE} closeOnClick stacked />);

/** Those that show or wait, by their message. One that waits keeps what it was given first. */
const toasts = new Map<string, Id>();

export function dismissAll(): void {
  toasts.clear();
  toast.clearWaitingQueue();
  toast.dismiss();
}

export const showSuccess = (text: string): void => show(text, { type: 'success' });

export const showLost = (): void =>
  show('What waited on this phone to be sent was of another account. It is deleted.', { type: 'error' });

export function showError({ message, traceId }: ErrorDescription): void {
  const traced = { autoClose: TOAST_CLOSE_WITH_TRACE, closeOnClick: false };
  const content = traceId ? <TraceMessage message={message} traceId={traceId} /> : message;
  show(message, { type: 'error', ...(traceId && traced) }, content);
}

/** Calls with the same message share a toast: its time begins again, and it has what the newest call brings. */
function show(message: string, given: ToastOptions, content: ReactNode = message): void {
  const onClose = () => {
    toasts.delete(message);
  };
  const options = { autoClose: TOAST_CLOSE, closeOnClick: true, onClose, ...given };
  const shown = toasts.get(message);
  if (shown === undefined) toasts.set(message, toast(content, options));
  else toast.update(shown, { render: content, ...options });
}
