/** An operator's input (a file, a setting, a name) is unusable. The message names it and says what to correct. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
}
