import { useEffect, useRef } from 'react';

/** Runs an action for a key of a screen, unless a control has the focus, to which the key belongs. */
export function useKeys(actions: Record<string, () => void>): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      const isControls = event.target instanceof Element && event.target.closest(CONTROLS);
      if (!action || isControls || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // Space and the arrows would scroll the page.
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const CONTROLS = 'a, button, input, select, textarea, dialog, [role="option"]';
