import type { FieldValue } from '@companion/contract/staff/programme';

/** A field of a form, or that it has no value. */
export type MaybeValue = FieldValue | null | undefined;

/** A missing field, '' and [] are the same. */
const isEmpty = (value: MaybeValue): boolean => value === null || value === undefined || value.length === 0;

export const isSameValue = (one: MaybeValue, other: MaybeValue): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** The value as an edit names it. */
export const orNull = (value: MaybeValue): FieldValue | null => (isEmpty(value) ? null : (value as FieldValue));
