import { type ComponentType, lazy } from 'react';
import type { RouteName } from '../paths.ts';

/** Every screen of the console. Its code loads when it is opened. */
export const pages: Record<RouteName, ComponentType> = {
  overview: lazyPage(() => import('../overview/OverviewPage.tsx').then((file) => file.OverviewPage)),
  polls: lazyPage(() => import('../polls/PollsPage.tsx').then((file) => file.PollsPage)),
  poll: lazyPage(() => import('../polls/PollPage.tsx').then((file) => file.PollPage)),
  campaign: lazyPage(() => import('../polls/CampaignPage.tsx').then((file) => file.CampaignPage)),
  report: lazyPage(() => import('./ReportScreen.tsx').then((file) => file.ReportScreen)),
  run: lazyPage(() => import('./RunScreen.tsx').then((file) => file.RunScreen)),
  questions: lazyPage(() => import('../audienceQuestions/QuestionsPage.tsx').then((file) => file.QuestionsPage)),
  stage: lazyPage(() => import('../stage/StagePage.tsx').then((file) => file.StagePage)),
  comments: lazyPage(() => import('../itemFeedback/CommentsPage.tsx').then((file) => file.CommentsPage)),
  feedback: lazyPage(() => import('../itemFeedback/ItemFiguresPage.tsx').then((file) => file.ItemFiguresPage)),
  itemFeedback: lazyPage(() => import('../itemFeedback/ItemFeedbackPage.tsx').then((file) => file.ItemFeedbackPage)),
  feedbackMessages: lazyPage(() =>
    import('../feedback/FeedbackMessagesPage.tsx').then((file) => file.FeedbackMessagesPage),
  ),
  programme: lazyPage(() => import('../programme/SessionsPage.tsx').then((file) => file.SessionsPage)),
  session: lazyPage(() => import('../programme/SessionPage.tsx').then((file) => file.SessionPage)),
  speakers: lazyPage(() => import('../programme/SpeakersPage.tsx').then((file) => file.SpeakersPage)),
  speaker: lazyPage(() => import('../programme/SpeakerPage.tsx').then((file) => file.SpeakerPage)),
  sponsors: lazyPage(() => import('../programme/SponsorsPage.tsx').then((file) => file.SponsorsPage)),
  sponsor: lazyPage(() => import('../programme/SponsorPage.tsx').then((file) => file.SponsorPage)),
  campaigns: lazyPage(() => import('../programme/CampaignsPage.tsx').then((file) => file.CampaignsPage)),
  question: lazyPage(() => import('../programme/QuestionPage.tsx').then((file) => file.QuestionPage)),
  texts: lazyPage(() => import('../programme/TextsPage.tsx').then((file) => file.TextsPage)),
  eventSettings: lazyPage(() => import('../programme/EventSettingsPage.tsx').then((file) => file.EventSettingsPage)),
  importSessions: lazyPage(() => import('../programme/ImportPage.tsx').then((file) => file.ImportPage)),
  checklist: lazyPage(() => import('../programme/ChecklistPage.tsx').then((file) => file.ChecklistPage)),
  setUp: lazyPage(() => import('../programme/SetUpPage.tsx').then((file) => file.SetUpPage)),
  publish: lazyPage(() => import('../programme/PublishPage.tsx').then((file) => file.PublishPage)),
  people: lazyPage(() => import('../people/PeoplePage.tsx').then((file) => file.PeoplePage)),
  person: lazyPage(() => import('../people/PersonPage.tsx').then((file) => file.PersonPage)),
  peopleImport: lazyPage(() => import('../people/PeopleImportPage.tsx').then((file) => file.PeopleImportPage)),
  announcements: lazyPage(() =>
    import('../announcements/AnnouncementsPage.tsx').then((file) => file.AnnouncementsPage),
  ),
  members: lazyPage(() => import('../members/MembersPage.tsx').then((file) => file.MembersPage)),
  stageScreens: lazyPage(() => import('../stageScreens/StageScreensPage.tsx').then((file) => file.StageScreensPage)),
  server: lazyPage(() => import('../server/ServerPage.tsx').then((file) => file.ServerPage)),
  audit: lazyPage(() => import('../audit/AuditPage.tsx').then((file) => file.AuditPage)),
  account: lazyPage(() => import('../account/AccountPage.tsx').then((file) => file.AccountPage)),
  lostPassword: lazyPage(() => import('../signin/LostPasswordPage.tsx').then((file) => file.LostPasswordPage)),
  resetPassword: lazyPage(() => import('../signin/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage)),
  invitation: lazyPage(() => import('../signin/InvitationPage.tsx').then((file) => file.InvitationPage)),
  summary: lazyPage(() => import('../itemFeedback/SummaryPage.tsx').then((file) => file.SummaryPage)),
};

/**
 * `guest`: for those who are not signed in; `none`: the stage, and what a speaker reads. The other screens need a session
 * and have the menu.
 */
export const frames: Partial<Record<RouteName, 'guest' | 'none'>> = {
  stage: 'none',
  summary: 'none',
  lostPassword: 'guest',
  resetPassword: 'guest',
  invitation: 'guest',
};

/** React's `lazy` loads default exports, which the project does not have. */
function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
