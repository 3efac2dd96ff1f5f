/** Whether a row was refused because what it belongs to is not there any more, on either engine. */
export const isParentGone = (error: Error & { code?: string }): boolean =>
  error.code === '23503' || error.message === 'FOREIGN KEY constraint failed';
