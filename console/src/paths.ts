/** Every screen of the console, in its `:param` form. */
export const routePatterns = {
  overview: '/console',
} as const;
export type RouteName = keyof typeof routePatterns;

/** The only place that builds the console's addresses. */
export const paths = { ...routePatterns };
