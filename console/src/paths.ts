/** Every screen of the console, in its `:param` form. */
export const routePatterns = {
  overview: '/console',
  polls: '/console/polls',
  campaign: '/console/polls/:campaignId',
  poll: '/console/polls/:campaignId/:questionId',
  report: '/console/report',
  run: '/console/run',
  questions: '/console/questions',
  stage: '/console/stage',
  comments: '/console/comments',
  feedback: '/console/feedback',
  itemFeedback: '/console/feedback/items/:contentId',
  feedbackMessages: '/console/feedback/messages',
  announcements: '/console/announcements',
  members: '/console/members',
  stageScreens: '/console/stage-screens',
  server: '/console/server',
  audit: '/console/audit',
  account: '/console/account',
  lostPassword: '/console/lost-password',
  resetPassword: '/console/reset-password',
  invitation: '/console/invitation',
  summary: '/console/summary',
} as const;
export type RouteName = keyof typeof routePatterns;

/** The only place that builds the console's addresses. Every part is escaped. */
export const paths = {
  ...routePatterns,
  campaign: (campaignId: string) => `/console/polls/${part(campaignId)}`,
  poll: (campaignId: string, questionId: string) => `/console/polls/${part(campaignId)}/${part(questionId)}`,
  itemFeedback: (contentId: string) => `/console/feedback/items/${part(contentId)}`,
  /** Of one question, of a campaign, or of all. */
  report: (of: { campaignId?: string; questionId?: string } = {}) =>
    `/console/report${Object.keys(of).length > 0 ? `?${new URLSearchParams(of)}` : ''}`,
};

const part = encodeURIComponent;
