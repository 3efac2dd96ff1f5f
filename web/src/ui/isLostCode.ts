/** Whether the error means that a page's script or style could not be loaded. Each browser words it differently. */
export const isLostCode = (error: unknown): boolean =>
  error instanceof Error && /preload|dynamically imported module|importing a module script/i.test(error.message);
