/** What the page's inline script has recorded (startEarly.ts): the last input of each field, and a submit. */
interface EarlyInput {
  fields: Map<string, { value: string; checked: boolean }>;
  /** The names of the fields that lost the focus. */
  left: Set<string>;
  isSubmitted: boolean;
  /** Stops recording, and lets forms submit. */
  stop: () => void;
}

/**
 * Enters again what was typed before the app's code had arrived, so that the form knows it, and repeats an early submit.
 * Only the first call has an effect.
 */
export function replayInput(): void {
  const early: EarlyInput | undefined = Reflect.get(window, 'earlyInput');
  if (!early) return;
  Reflect.deleteProperty(window, 'earlyInput');
  early.stop();
  for (const [name, { value, checked }] of early.fields) {
    const field = fieldNamed(name);
    if (field?.type === 'checkbox') {
      if (field.checked !== checked) field.click();
    } else if (field) enter(field, value);
  }
  // Forms show a field's message once it has lost the focus, and load code when it gets it.
  for (const name of early.left) fieldNamed(name)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  if (early.isSubmitted) document.querySelector('form')?.requestSubmit();
}

const fieldNamed = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** React ignores an input event unless the value differs from the one that it has seen, and it watches the property. */
function enter(field: HTMLInputElement, value: string): void {
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}
