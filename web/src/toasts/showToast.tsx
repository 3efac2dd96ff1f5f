import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { TOAST_CLOSE, TOAST_CLOSE_WITH_TRACE, TOASTS_VISIBLE } from '@companion/contract/constants';
import { createRoot } from 'react-dom/client';
// The default entry injects a style tag, which the content security policy forbids.
import { type Id, ToastContainer, toast } from 'react-toastify/unstyled';
import type { ErrorDescription } from './describeError.ts';
import { TraceMessage } from './TraceMessage.tsx';

// §9. The rest are the library's defaults: top right, light, pause on hover and focus loss, drag by touch over 80 % of
// the width, role alert, Alt+T, Escape, 300 ms collapse; `stacked` adds the offset of 12 px. Only a toast with a trace
// id stays when clicked (§8).
const container = document.body.appendChild(document.createElement('div'));
createRoot(container).render(<ToastContainer autoClose={TOAST_CLOSE} limit={TOASTS_VISIBLE} closeOnClick stacked />);

export function showSuccess(text: string): void {
  toast.success(text);
}

export function showLost(): void {
  toast.error('What waited on this phone to be sent was of another account. It is deleted.');
}

/** Those that show or wait, by their message. */
const errorToasts = new Map<string, Id>();

export function dismissAll(): void {
  errorToasts.clear();
  toast.clearWaitingQueue();
  toast.dismiss();
}

/** Calls that fail with the same message share a toast: it has the id of the newest, and begins its time again. */
export function showError({ message, traceId }: ErrorDescription): void {
  const content = traceId ? <TraceMessage message={message} traceId={traceId} /> : message;
  const options = {
    autoClose: traceId ? TOAST_CLOSE_WITH_TRACE : TOAST_CLOSE,
    closeOnClick: !traceId,
    onClose: () => {
      errorToasts.delete(message);
    },
  };
  const shown = errorToasts.get(message);
  if (shown === undefined) errorToasts.set(message, toast.error(content, options));
  else toast.update(shown, { render: content, ...options });
}
