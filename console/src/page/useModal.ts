import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Shows a dialog above everything else while it is rendered. It is closed before it leaves the page: only then the browser
 * gives the focus back to the control that had it.
 * @param onClose Esc was pressed, or the dialog was closed by its `close()`
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const newest = useRef(onClose);
  newest.current = onClose;
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    // The event comes later: the dialog may have been shown again, as StrictMode does.
    const close = () => {
      if (!dialog.open) newest.current();
    };
    dialog.addEventListener('close', close);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('close', close);
      dialog.close();
      if (opener) keepFocus(opener);
    };
  }, []);
  return ref;
}

/** If what was confirmed removes the control that has the focus, the heading gets it. */
function keepFocus(control: Element): void {
  if (control === document.body) return;
  const check = () => {
    if (control.isConnected) return;
    stop();
    if (document.activeElement === document.body) focusHeading();
  };
  const observer = new MutationObserver(check);
  // The person has gone on.
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
  check();
}
