import { isolated } from '@companion/contract/isolated';

/** The texts of all messages that the server sends. */

/** What most messages name. */
interface Parts {
  event: string;
  link: string;
}

/**
 * A name as a greeting shows it; empty if it could hold a link or a text. The person who typed the name may have
 * entered somebody else's address, and must not be able to send them a message of their own.
 */
const plainName = (name: string): string =>
  /^(?=.{1,35}$)\p{L}[\p{L}\p{M}'’ -]*$/u.test(name.replace(/(?<=^\p{L}| \p{L})\.$/u, '')) ? name : '';

/** A mail with a greeting, and a link on a line of its own. */
const mail = (subject: string, firstName: string, text: string, link: string, ...after: string[]) => ({
  subject,
  text: [`Hello ${isolated(plainName(firstName)) || 'and welcome'},`, text, link, ...after].join('\n\n'),
});

const NOT_ASKED = 'If you did not ask for this, you can ignore this message.';
const DO_NOT_FORWARD = 'The link is yours alone: please do not forward it.';

/** A code, and the line that makes a phone offer it to this site only. */
const codeSms = (code: string, text: string, appUrl: string) =>
  `${code} is your ${text}\n\n@${new URL(appUrl).hostname} #${code}`;

export const signInSms = ({ event, code, link, appUrl }: Parts & { code: string; appUrl: string }): string =>
  codeSms(code, `${event} sign-in code. Or tap ${link}`, appUrl);

/** For a claimed number. It has no link: a mistyped number must not give a stranger access to the account. */
export const phoneChangeSms = ({ event, code, appUrl }: { event: string; code: string; appUrl: string }): string =>
  codeSms(code, `${event} code. Enter it where you changed your phone number.`, appUrl);

export const signInMail = ({ event, firstName, link }: Parts & { firstName: string }) =>
  mail(
    `Sign in to ${event}`,
    firstName,
    `we cannot text you at the moment, so here is your sign-in link for ${event}. Open it within 10 minutes:`,
    link,
    NOT_ASKED,
  );

/** The link does not sign in, so the text says where to open it. */
export const emailProofMail = ({ event, firstName, link }: Parts & { firstName: string }) =>
  mail(
    `Confirm your e-mail address for ${event}`,
    firstName,
    `please confirm that this is your e-mail address. Open this link where you are signed in to ${event}:`,
    link,
    `Once it is confirmed, we can mail you a sign-in link when no text message reaches your phone. If you have no account for ${event}, ignore this message.`,
  );

export const activationMail = ({ event, firstName, link }: Parts & { firstName: string }) =>
  mail(
    `Activate your account for ${event}`,
    firstName,
    `you already have a ticket for ${event}. Open this link to confirm your details and activate your account:`,
    link,
    NOT_ASKED,
  );

/** For an attendee with a ticket, who has not requested it. */
export const invitationMail = ({
  event,
  host,
  firstName,
  link,
  helpDesk,
}: Parts & { host: string; firstName: string; helpDesk: string }) =>
  mail(
    `Your app for ${event}`,
    firstName,
    `you have a ticket for ${event}. Its app has the agenda, the speakers, polls and surveys. Open this link to confirm your details and activate your account:`,
    link,
    `${DO_NOT_FORWARD} Questions? Write to ${helpDesk}.`,
    host,
  );

export const invitationSms = ({ event, link }: Parts): string => `Your app for ${event}: ${link}`;

/** To where an attendee could sign in, when the staff has changed it. Without the new one: it may be a stranger's. */
export const contactChangedSms = ({ event, helpDesk }: { event: string; helpDesk: string }): string =>
  `The organizer of ${event} has changed how you sign in. If you did not ask for it: ${helpDesk}`;

export const contactChangedMail = ({ event, helpDesk }: { event: string; helpDesk: string }) => ({
  subject: `Your account for ${event} has changed`,
  text: `The organizer of ${event} has changed the phone number or the e-mail address of your account.

If you asked for it, there is nothing to do. If you did not, please tell the help desk: ${helpDesk}.`,
});

/** To a person who is to help run the event. */
export const staffInvitationMail = ({ event, host, link }: Parts & { host: string }) =>
  mail(
    `Help run ${event}`,
    '',
    `you are invited to the staff of ${event}. Open this link within 48 hours to choose your password:`,
    link,
    `${DO_NOT_FORWARD} If you did not expect it, you can ignore this message.`,
    host,
  );

const passwordMail = (subject: string, whose: string, link: string) => ({
  subject,
  text: `Somebody, hopefully you, asked to reset the password of this ${whose}. Open this link within 30 minutes to choose a new one:

${link}

If it was not you, you can ignore this message: nothing has been changed.`,
});

export const resetMail = ({ event, link }: Parts) => passwordMail(`Reset your ${event} password`, 'account', link);

export const staffResetMail = ({ event, link }: Parts) =>
  passwordMail(`Reset your password for the console of ${event}`, 'member of the staff', link);

/** For a sign-in to the console whose password was right. */
export const staffCodeMail = ({ event, code }: { event: string; code: string }) => ({
  subject: `${code} is your code for the console of ${event}`,
  text: `Enter this code where you are signing in to the console of ${event}, within 10 minutes:

${code}

Give it to no one. If you are not signing in, somebody knows your password: please choose another one in the console, with "Forgot your password?".`,
});

/** What has changed about how a member of the staff signs in. @param what begins a sentence, such as: A passkey was added */
export const staffChangeMail = ({ event, link, what, at }: Parts & { what: string; at: string }) => ({
  subject: `Your account for the console of ${event} has changed`,
  text: `${what}: your account for the console of ${event}, on ${at}.

If it was you, there is nothing to do.

If it was not you, somebody can use your account. Open ${link} and choose "Forgot your password?": the link that you get signs everyone out and removes all passkeys. Then tell an owner of the event, or its operator, who can also remove an authenticator app that is not yours.`,
});

export function shareText({ event, title, link, kind }: Parts & { title: string; kind: 'sms' | 'mail' }) {
  if (kind === 'sms') return { subject: null, text: `${title} (${event}): ${link}` };
  return {
    subject: `${title}, at ${event}`,
    text: `Somebody at ${event} thought you might like this:\n\n${title}\n${link}`,
  };
}
