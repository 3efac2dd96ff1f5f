import { approveAnswerText, getAnswerTexts } from './answerTexts.ts';
import {
  getAudienceQuestionQueue,
  getAudienceQuestionSessions,
  moderateAudienceQuestions,
  moderateAuthor,
  putAudienceQuestionsOnStage,
} from './audienceQuestionQueue.ts';
import { getAuditLog } from './auditLog.ts';
import { getBetweenPolls, putStagePicture, removeStagePicture, setBetweenPolls } from './betweenPolls.ts';
import { exportFeedbackMessages, getFeedbackMessages } from './feedbackMessages.ts';
import { exportItemComments, getComments, getItemComments, moderateComment } from './itemComments.ts';
import { exportItemFigures, getItemFigures } from './itemFigures.ts';
import { getActivity, getOverview, getServerState } from './overview.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getPasskeys,
  removeAllPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import {
  changePoll,
  changePollStates,
  exportPollResults,
  getAnswerCount,
  getPollResults,
  getPolls,
  setRunningOrder,
} from './polls.ts';
import { exportReport, getReport } from './reports.ts';
import {
  changeSafeguards,
  dismissFlood,
  getFloodPreview,
  getFloods,
  getSafeguards,
  undoDismissal,
} from './safeguards.ts';
import {
  beginSecondFactor,
  completeSignIn,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  mailSignInCode,
  replaceRecoveryCodes,
} from './secondFactor.ts';
import { acceptInvitation, getInvitation } from './staffInvitation.ts';
import {
  changeMemberRole,
  getMembers,
  getStaffInvitations,
  inviteMember,
  removeMember,
  resendStaffInvitation,
  revokeStaffInvitation,
} from './staffMembers.ts';
import { getStaffReset, requestStaffReset, resetStaffPassword } from './staffPasswordReset.ts';
import {
  changeStaffPassword,
  confirmPassword,
  endOtherStaffSessions,
  endStaffSession,
  getStaffMe,
  getStaffSessions,
  signInStaff,
  signOutStaff,
} from './staffSession.ts';
import { getStage } from './stage.ts';
import { beginStagePairing, claimStageScreen, pairStageScreen } from './stagePairing.ts';
import {
  connectStageScreen,
  createStageScreen,
  getStageScreen,
  getStageScreens,
  revokeStageScreen,
} from './stageScreens.ts';
import { createSummaryLink, getSummary, getSummaryLinks, revokeSummaryLink } from './summaryLinks.ts';

/** Every call of the console that the server answers, by its name. */
export const staffCalls = {
  signInStaff,
  completeSignIn,
  mailSignInCode,
  beginPasskeySignIn,
  signInWithPasskey,
  getStaffMe,
  signOutStaff,
  confirmPassword,
  changeStaffPassword,
  getStaffSessions,
  endStaffSession,
  endOtherStaffSessions,
  getPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  removeAllPasskeys,
  getSecondFactor,
  beginSecondFactor,
  enableSecondFactor,
  replaceRecoveryCodes,
  disableSecondFactor,
  requestStaffReset,
  getStaffReset,
  resetStaffPassword,
  getInvitation,
  acceptInvitation,
  getMembers,
  changeMemberRole,
  removeMember,
  getStaffInvitations,
  inviteMember,
  resendStaffInvitation,
  revokeStaffInvitation,
  getAuditLog,
  getStageScreens,
  createStageScreen,
  revokeStageScreen,
  connectStageScreen,
  getStageScreen,
  beginStagePairing,
  claimStageScreen,
  pairStageScreen,
  getPolls,
  changePoll,
  changePollStates,
  setRunningOrder,
  getPollResults,
  getAnswerCount,
  exportPollResults,
  getReport,
  exportReport,
  getAnswerTexts,
  approveAnswerText,
  getStage,
  getBetweenPolls,
  setBetweenPolls,
  putStagePicture,
  removeStagePicture,
  getOverview,
  getActivity,
  getServerState,
  getAudienceQuestionQueue,
  moderateAudienceQuestions,
  moderateAuthor,
  getItemFigures,
  exportItemFigures,
  getComments,
  getItemComments,
  exportItemComments,
  moderateComment,
  getFeedbackMessages,
  exportFeedbackMessages,
  getSummaryLinks,
  createSummaryLink,
  revokeSummaryLink,
  getSummary,
  getAudienceQuestionSessions,
  putAudienceQuestionsOnStage,
  getSafeguards,
  changeSafeguards,
  getFloods,
  getFloodPreview,
  dismissFlood,
  undoDismissal,
};
export type StaffCallName = keyof typeof staffCalls;
