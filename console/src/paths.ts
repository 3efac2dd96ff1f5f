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
  programme: '/console/programme',
  session: '/console/programme/sessions/:sessionId',
  speakers: '/console/programme/speakers',
  speaker: '/console/programme/speakers/:speakerId',
  sponsors: '/console/programme/sponsors',
  sponsor: '/console/programme/sponsors/:sponsorId',
  campaigns: '/console/programme/polls',
  question: '/console/programme/polls/:questionId',
  texts: '/console/programme/texts',
  eventSettings: '/console/programme/event',
  publish: '/console/programme/publish',
  importSessions: '/console/programme/import',
  checklist: '/console/programme/checklist',
  setUp: '/console/programme/set-up',
  people: '/console/people',
  person: '/console/people/:personId',
  peopleImport: '/console/people/import',
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

/** In the address of the form of an entry: no id has this character, so the entry is a new one. */
export const NEW_ENTRY = '+';

/** The only place that builds the console's addresses. Every part is escaped. */
export const paths = {
  ...routePatterns,
  campaign: (campaignId: string) => `/console/polls/${part(campaignId)}`,
  poll: (campaignId: string, questionId: string) => `/console/polls/${part(campaignId)}/${part(questionId)}`,
  session: (sessionId: string) => `/console/programme/sessions/${part(sessionId)}`,
  speaker: (speakerId: string) => `/console/programme/speakers/${part(speakerId)}`,
  sponsor: (sponsorId: string) => `/console/programme/sponsors/${part(sponsorId)}`,
  question: (questionId: string) => `/console/programme/polls/${part(questionId)}`,
  itemFeedback: (contentId: string) => `/console/feedback/items/${part(contentId)}`,
  person: (personId: string) => `/console/people/${part(personId)}`,
  /** Of one question, of a campaign, or of the event. */
  report: (of: { campaignId?: string; questionId?: string } = {}) =>
    `/console/report${Object.keys(of).length > 0 ? `?${new URLSearchParams(of)}` : ''}`,
};

const part = encodeURIComponent;
