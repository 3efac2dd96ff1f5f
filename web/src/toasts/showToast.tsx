import 'react-toastify/ReactToastify.css';
import './toasts.css';
import { TOAST_CLOSE, TOAST_CLOSE_WITH_TRACE, TOASTS_VISIBLE } from '@companion/contract/constants';
import { createRoot } from 'react-dom/client';
// The default entry injects a style tag, which the content security policy forbids.
import { ToastContainer, toast } from 'react-toastify/unstyled';
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

export function dismissAll(): void {
  toast.clearWaitingQueue();
  toast.dismiss();
}

export function showError({ message, traceId }: ErrorDescription): void {
  // Several calls that fail with the same message show one toast. It is an element's id, so it has no spaces.
  const toastId = message.replace(/\s+/g, '-');
  if (traceId) {
    toast.error(<TraceMessage message={message} traceId={traceId} />, {
      autoClose: TOAST_CLOSE_WITH_TRACE,
      closeOnClick: false,
      toastId,
    });
  } else {
    toast.error(message, { toastId });
  }
}
