import { createAccount, updateAccount } from './accountCalls.ts';
import { getAnnouncements } from './announcement.ts';
import { answerQuestion } from './answer.ts';
import {
  createAudienceQuestion,
  getAudienceQuestions,
  getOwnAudienceQuestions,
  upvoteAudienceQuestion,
} from './audienceQuestion.ts';
import { createOwnCalendar, endOwnCalendar, getCalendar, getOwnCalendar } from './calendar.ts';
import { getContent, getContentItem, getRemovedContent } from './content.ts';
import { sendFeedback } from './feedback.ts';
import { createComment, createVote, updateComment, updateVote } from './itemFeedback.ts';
import { getLiveState } from './live.ts';
import { endPushDevice, getNoticeSettings, saveNoticeSettings, savePushDevice } from './noticeSettings.ts';
import { cancelPhoneChange, getAccount, proveEmail, provePhone, sendEmailProof, sendPhoneCode } from './ownAccount.ts';
import { saveOwnNote } from './ownNote.ts';
import { resetPassword, sendResetPassword, validateToken } from './passwordReset.ts';
import { getQuestion, getQuestions } from './question.ts';
import { confirmRegistration } from './registration.ts';
import { saveSession } from './savedSession.ts';
import { autologin, login, logout, refresh, smsLogin } from './session.ts';
import { shareMail, shareSms } from './share.ts';

/**
 * Every call: those of §7, in the order of its table, and our own: `logout` (decision 031), those that prove a phone,
 * an e-mail or a registration (decision 022), `getCalendar`, what is live (decision 047), those about questions from
 * the hall (decision 051), `getAnnouncements` (decision 066), those about saved sessions (decision 069), those about
 * what a person wants to be told (decision 071), and `saveOwnNote` (decision 072).
 * The browser imports each call from its own file, so that a screen loads only the schemas it uses.
 */
export const calls = {
  login,
  smsLogin,
  autologin,
  refresh,
  logout,
  getAccount,
  createAccount,
  updateAccount,
  confirmRegistration,
  provePhone,
  sendPhoneCode,
  cancelPhoneChange,
  sendEmailProof,
  proveEmail,
  getQuestions,
  getQuestion,
  answerQuestion,
  getContent,
  getRemovedContent,
  getContentItem,
  getCalendar,
  createComment,
  updateComment,
  createVote,
  updateVote,
  getAudienceQuestions,
  getOwnAudienceQuestions,
  createAudienceQuestion,
  upvoteAudienceQuestion,
  shareMail,
  shareSms,
  sendFeedback,
  sendResetPassword,
  validateToken,
  resetPassword,
  getLiveState,
  getAnnouncements,
  saveSession,
  saveOwnNote,
  getOwnCalendar,
  createOwnCalendar,
  endOwnCalendar,
  getNoticeSettings,
  saveNoticeSettings,
  savePushDevice,
  endPushDevice,
};
export type CallName = keyof typeof calls;
