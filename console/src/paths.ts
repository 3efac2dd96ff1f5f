/** Every screen of the console, in its `:param` form. */
export const routePatterns = {
  overview: '/console',
  account: '/console/account',
  invitation: '/console/invitation',
} as const;
export type RouteName = keyof typeof routePatterns;

/** The only place that builds the console's addresses. */
export const paths = { ...routePatterns };
