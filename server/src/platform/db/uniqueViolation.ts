/** The name of the unique key that an insert or update ran into, on either engine; undefined for other errors. */
export function uniqueViolation(error: Error & { code?: string; constraint?: string }): string | undefined {
  if (error.code === '23505') return error.constraint ?? 'unknown';
  return /UNIQUE constraint failed: (.+)/.exec(error.message)?.[1];
}
