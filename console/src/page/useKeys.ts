import { useEffect, useRef } from 'react';

/**
 * Runs an action for a key of a screen, unless a control has the focus, to which the key belongs. After a control has left
 * the page that had the focus from the keyboard, Space and Enter do nothing: they were meant for it.
 */
export function useKeys(actions: Record<string, () => void>): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    /** The control that the keyboard has reached or pressed last. */
    let reached: Element | null = null;
    let isPointing = false;
    const focus = ({ target }: FocusEvent) => {
      // The person has not chosen what gets the focus instead of a control that has left.
      if (controlOf(target) || reached?.isConnected !== false) reached = isPointing ? null : pressedIn(target);
    };
    const point = () => {
      isPointing = true;
      reached = null;
    };
    const press = (event: KeyboardEvent) => {
      isPointing = false;
      // What Escape closes, such as a dialog, was not pressed.
      if (isControls(event)) reached = event.key === 'Escape' ? null : pressedIn(event.target);
      const action = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || isControls(event) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      // Space and the arrows would scroll the page.
      event.preventDefault();
      const isOfControl = reached?.isConnected === false && (event.key === ' ' || event.key === 'Enter');
      if (!isOfControl) action();
    };
    window.addEventListener('focusin', focus);
    window.addEventListener('pointerdown', point);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('focusin', focus);
      window.removeEventListener('pointerdown', point);
      window.removeEventListener('keydown', press);
    };
  }, []);
}

/** Whether the key belongs to the control that has the focus. A radio button that is chosen needs the arrows alone. */
function isControls({ target, key }: KeyboardEvent): boolean {
  if (target instanceof Element && target.matches('input[type="radio"]:checked')) return key.startsWith('Arrow');
  return controlOf(target) !== null;
}

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(CONTROLS) : null;

/** The same, if Space and Enter press it. */
const pressedIn = (target: EventTarget | null): Element | null => {
  const control = controlOf(target);
  return control?.matches('[type="radio"]') ? null : control;
};

const CONTROLS = 'a, button, input, select, summary, textarea, dialog, [role="option"]';
