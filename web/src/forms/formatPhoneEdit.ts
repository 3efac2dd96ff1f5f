import { formatAsTyped } from '@companion/contract/usPhone';

/** Text in a field and where its caret stands. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Lays out a phone number while it is typed, keeping the caret behind the digit it stood behind.
 * What may be an extension ("x12") stays as it is typed, and so does text whose layout someone is deleting.
 */
export function formatPhoneEdit({ text, caret }: Edit, isDeletion: boolean): Edit {
  if (/[a-z#;,]/i.test(text)) return { text, caret };
  const formatted = formatAsTyped(text);
  const putsBackWhatWasDeleted = isDeletion && formatted.length > text.length;
  if (putsBackWhatWasDeleted) return { text, caret };
  if (caret === text.length) return { text: formatted, caret: formatted.length };
  return { text: formatted, caret: behindDigit(formatted, digitsIn(text.slice(0, caret))) };
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

function behindDigit(text: string, count: number): number {
  let caret = 0;
  while (digitsIn(text.slice(0, caret)) < count) caret += 1;
  return caret;
}

/** The same for a real field, from its `input` event. */
export function formatPhoneField(field: HTMLInputElement, event: Event): void {
  const { inputType, isComposing } = event instanceof InputEvent ? event : { inputType: '', isComposing: false };
  if (isComposing) return;
  const typed = { text: field.value, caret: field.selectionStart ?? field.value.length };
  const { text, caret } = formatPhoneEdit(typed, inputType.startsWith('delete'));
  if (text === field.value) return;
  field.value = text;
  field.setSelectionRange(caret, caret);
}
