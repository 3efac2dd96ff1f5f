import type { FieldValue } from '@companion/contract/staff/programme';

/** A field of a form, or that it has no value. */
export type MaybeValue = FieldValue | null | undefined;

/** The value as an edit names it: a missing field, '' and [] are the same. */
export const orNull = (value: MaybeValue): FieldValue | null => (value && value.length > 0 ? value : null);

export const isSameValue = (one: MaybeValue, other: MaybeValue): boolean =>
  JSON.stringify(orNull(one)) === JSON.stringify(orNull(other));
