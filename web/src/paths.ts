import { itemPath, pollPath } from '@companion/contract/appAddress';

/** Every route of §2 in its `:param` form, in its order, then ours. */
export const routePatterns = {
  splash: '/',
  login: '/login',
  registration: '/registration',
  completeRegistration: '/complete-registration',
  privacyPolicy: '/privacy-policy',
  lostPassword: '/lost-password',
  resetPassword: '/reset-password',
  logout: '/logout',
  preventSurvey: '/prevent-survey',
  posteventSurvey: '/postevent-survey',
  dashboard: '/dashboard',
  polls: '/polls',
  question: '/polls/:campaignId/:questionId',
  agenda: '/agenda',
  speakers: '/agenda/speakers',
  contentItem: '/agenda/:campaignId/:contentId',
  sponsors: '/sponsors',
  profile: '/profile',
  giveUsFeedback: '/profile/give-us-feedback',
  aboutUs: '/profile/about-us',
  editProfile: '/profile/edit',
  myThings: '/profile/my-things',
  notifications: '/profile/notifications',
  search: '/search',
  share: '/agenda/:campaignId/:contentId/share',
} as const;
export type RouteName = keyof typeof routePatterns;

/** Builds the app's addresses, with those that the server and its messages name too. Every part is escaped. */
export const paths = {
  ...routePatterns,
  registration: (prefill: { phone?: string; email?: string } = {}) => withQuery(routePatterns.registration, prefill),
  resetPassword: (token: string) => withQuery(routePatterns.resetPassword, { token }),
  question: pollPath,
  contentItem: itemPath,
  share: (campaignId: string, contentId: string) => `${itemPath(campaignId, contentId)}/share`,
  sponsor: (id: string) => `/sponsors#${part(id)}`,
  room: (name: string) => `/search#room=${part(name)}`,
};

const part = encodeURIComponent;

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
