/** The name of the unique key that an insert or update violated, on either engine; undefined for other errors. */
export function uniqueViolation(error: Error & { code?: string; constraint?: string }): string | undefined {
  if (error.code === '23505') return error.constraint ?? 'unknown';
  return /UNIQUE constraint failed: (.+)/.exec(error.message)?.[1];
}

/** Whether a row was rejected because the row that it refers to no longer exists, on either engine. */
export const isForeignKeyViolation = (error: Error & { code?: string }): boolean =>
  error.code === '23503' || error.message === 'FOREIGN KEY constraint failed';
