import { createAccount, updateAccount } from './account.ts';
import { getCalendar } from './calendar.ts';
import {
  createComment,
  createVote,
  getContent,
  getContentItem,
  shareMail,
  shareSms,
  updateComment,
  updateVote,
} from './content.ts';
import { sendFeedback } from './feedback.ts';
import { cancelPhoneChange, getAccount, proveEmail, provePhone, sendEmailProof, sendPhoneCode } from './ownAccount.ts';
import { resetPassword, sendResetPassword, validateToken } from './passwordReset.ts';
import { answerQuestion, getQuestion, getQuestions } from './question.ts';
import { autologin, login, logout, refresh, smsLogin } from './session.ts';

/**
 * Every call of §7 by its one name, in the order of that table, and some of ours: `logout` (decision 031), those that prove
 * a phone or an e-mail (decision 022) and `getCalendar`.
 * The browser imports the calls it makes from their own files, so that a screen loads no schema it does not use.
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
  provePhone,
  sendPhoneCode,
  cancelPhoneChange,
  sendEmailProof,
  proveEmail,
  getQuestions,
  getQuestion,
  answerQuestion,
  getContent,
  getContentItem,
  getCalendar,
  createComment,
  updateComment,
  createVote,
  updateVote,
  shareMail,
  shareSms,
  sendFeedback,
  sendResetPassword,
  validateToken,
  resetPassword,
};
export type CallName = keyof typeof calls;
