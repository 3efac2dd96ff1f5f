/** The router state of the link from registration to the login screen, which prefills the form. */
export const withTakenPhone = (phone: string) => ({ phone });

/** The phone from {@link withTakenPhone}; undefined if the login screen was opened in another way. */
export function takenPhone(state: unknown): string | undefined {
  const { phone } = Object(state);
  return typeof phone === 'string' ? phone : undefined;
}
