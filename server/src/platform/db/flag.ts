/** A column of a flag, the same on both engines. */
export type Flag = 0 | 1;
