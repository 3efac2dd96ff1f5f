import { formatAsTyped } from '@companion/contract/usPhone';

/** The text of a field and the position of its caret. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Formats a phone number while it is typed and keeps the caret after the same digit. A possible extension ("x12") stays
 * as typed, and so does text from which formatting is being deleted.
 */
export function formatPhoneEdit({ text, caret }: Edit, isDeletion: boolean): Edit {
  if (/[a-z#;,]/i.test(text)) return { text, caret };
  const formatted = formatAsTyped(text);
  const restoresDeletion = isDeletion && formatted.length > text.length;
  if (restoresDeletion) return { text, caret };
  if (caret === text.length) return { text: formatted, caret: formatted.length };
  return { text: formatted, caret: positionAfter(formatted, digitsIn(text.slice(0, caret))) };
}

/** How many digits there are, with the `+` before them. */
const digitsIn = (text: string) => text.replace(/[^\d+]/g, '').length;

function positionAfter(text: string, count: number): number {
  let caret = 0;
  while (caret < text.length && digitsIn(text.slice(0, caret)) < count) caret += 1;
  return caret;
}

/** Applies {@link formatPhoneEdit} to a field on its `input` event. */
export function formatPhoneField(field: HTMLInputElement, event: Event): void {
  const { inputType, isComposing } = event instanceof InputEvent ? event : { inputType: '', isComposing: false };
  if (isComposing) return;
  const typed = { text: field.value, caret: field.selectionStart ?? field.value.length };
  const { text, caret } = formatPhoneEdit(typed, inputType.startsWith('delete'));
  if (text === field.value) return;
  field.value = text;
  field.setSelectionRange(caret, caret);
}
