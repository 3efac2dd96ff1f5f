import { type ComponentType, lazy } from 'react';
import type { RouteName } from '../paths.ts';

/** A screen: its address, its page, and its frame. */
export interface ConsoleRoute {
  name: RouteName;
  page: ComponentType;
  /** `guest`: for those who are not signed in; `none`: the stage, and what a speaker reads. By default the screen needs a session and has the menu. */
  frame?: 'guest' | 'none';
}

/** Every screen of the console. Its code loads when it is opened. */
export const routes: ConsoleRoute[] = [
  {
    name: 'overview',
    page: lazy(() => import('../overview/OverviewPage.tsx').then((file) => ({ default: file.OverviewPage }))),
  },
  {
    name: 'polls',
    page: lazy(() => import('../polls/PollsPage.tsx').then((file) => ({ default: file.PollsPage }))),
  },
  {
    name: 'poll',
    page: lazy(() => import('../polls/PollPage.tsx').then((file) => ({ default: file.PollPage }))),
  },
  {
    name: 'campaign',
    page: lazy(() => import('../polls/CampaignPage.tsx').then((file) => ({ default: file.CampaignPage }))),
  },
  {
    name: 'report',
    page: lazy(() => import('../polls/ReportPage.tsx').then((file) => ({ default: file.ReportPage }))),
  },
  {
    name: 'run',
    page: lazy(() => import('../polls/RunPage.tsx').then((file) => ({ default: file.RunPage }))),
  },
  {
    name: 'questions',
    page: lazy(() =>
      import('../audienceQuestions/QuestionsPage.tsx').then((file) => ({ default: file.QuestionsPage })),
    ),
  },
  {
    name: 'stage',
    page: lazy(() => import('../stage/StagePage.tsx').then((file) => ({ default: file.StagePage }))),
    frame: 'none',
  },
  {
    name: 'feedback',
    page: lazy(() => import('../itemFeedback/FeedbackPage.tsx').then((file) => ({ default: file.FeedbackPage }))),
  },
  {
    name: 'itemFeedback',
    page: lazy(() =>
      import('../itemFeedback/ItemFeedbackPage.tsx').then((file) => ({ default: file.ItemFeedbackPage })),
    ),
  },
  {
    name: 'feedbackMessages',
    page: lazy(() =>
      import('../feedback/FeedbackMessagesPage.tsx').then((file) => ({ default: file.FeedbackMessagesPage })),
    ),
  },
  {
    name: 'members',
    page: lazy(() => import('../members/MembersPage.tsx').then((file) => ({ default: file.MembersPage }))),
  },
  {
    name: 'stageScreens',
    page: lazy(() =>
      import('../stageScreens/StageScreensPage.tsx').then((file) => ({ default: file.StageScreensPage })),
    ),
  },
  {
    name: 'audit',
    page: lazy(() => import('../audit/AuditPage.tsx').then((file) => ({ default: file.AuditPage }))),
  },
  {
    name: 'account',
    page: lazy(() => import('../account/AccountPage.tsx').then((file) => ({ default: file.AccountPage }))),
  },
  {
    name: 'lostPassword',
    page: lazy(() => import('../signin/LostPasswordPage.tsx').then((file) => ({ default: file.LostPasswordPage }))),
    frame: 'guest',
  },
  {
    name: 'resetPassword',
    page: lazy(() => import('../signin/ResetPasswordPage.tsx').then((file) => ({ default: file.ResetPasswordPage }))),
    frame: 'guest',
  },
  {
    name: 'invitation',
    page: lazy(() => import('../signin/InvitationPage.tsx').then((file) => ({ default: file.InvitationPage }))),
    frame: 'guest',
  },
  {
    name: 'summary',
    page: lazy(() => import('../itemFeedback/SummaryPage.tsx').then((file) => ({ default: file.SummaryPage }))),
    frame: 'none',
  },
];
