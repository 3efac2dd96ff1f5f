/** The state of the link from registration to the login screen, whose form it fills in. */
export const withTakenPhone = (phone: string) => ({ phone });

/** What {@link withTakenPhone} was given; undefined for any other way to the login screen. */
export function takenPhone(state: unknown): string | undefined {
  const { phone } = Object(state);
  return typeof phone === 'string' ? phone : undefined;
}
