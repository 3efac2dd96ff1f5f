import { useEffect, useRef } from 'react';

/** Runs an action for a key of a screen, unless a control has the focus, to which the key belongs. */
export function useKeys(actions: Record<string, () => void>): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || isControls(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // Space and the arrows would scroll the page.
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether the key belongs to the control that has the focus. A radio button that is chosen needs the arrows alone. */
function isControls({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches('input[type="radio"]:checked')) return key.startsWith('Arrow');
  return target.closest(CONTROLS) !== null;
}

const CONTROLS = 'a, button, input, select, summary, textarea, dialog, [role="option"]';
