/** What the page's inline script has recorded (startEarly.ts): the last input of each field, and an early submit. */
interface EarlyInput {
  fields: Map<string, { value: string; checked: boolean }>;
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
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    if (field?.type === 'checkbox') {
      if (field.checked !== checked) field.click();
    } else if (field) enter(field, value);
  }
  if (early.isSubmitted) document.querySelector('form')?.requestSubmit();
}

/** React ignores an input event unless the value differs from the one that it has seen, and it watches the property. */
function enter(field: HTMLInputElement, value: string): void {
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}
