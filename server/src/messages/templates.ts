/** The texts of all messages that the server sends. */

/**
 * A name as a greeting shows it; empty if it could hold a link or a text. The person who typed the name may have
 * entered somebody else's address, and must not be able to send them a message of their own.
 */
const plainName = (name: string): string =>
  /^(?=.{1,35}$)\p{L}[\p{L}\p{M}'’ -]*$/u.test(name.replace(/(?<=^\p{L}| \p{L})\.$/u, '')) ? name : '';

/** The code, the link, and the line that makes a phone offer the code to this site only. */
export function signInSms(parts: { event: string; code: string; link: string; appUrl: string }): string {
  return `${parts.code} is your ${parts.event} sign-in code. Or tap ${parts.link}\n\n@${new URL(parts.appUrl).hostname} #${parts.code}`;
}

/** For a claimed number. It has no link: a mistyped number must not give a stranger access to the account. */
export function phoneChangeSms(parts: { event: string; code: string; appUrl: string }): string {
  return `${parts.code} is your ${parts.event} code. Enter it where you changed your phone number.\n\n@${new URL(parts.appUrl).hostname} #${parts.code}`;
}

export function signInMail(parts: { event: string; firstName: string; link: string }) {
  return {
    subject: `Sign in to ${parts.event}`,
    text: `Hello ${plainName(parts.firstName) || 'and welcome'},

we cannot text you at the moment, so here is your sign-in link for ${parts.event}. Open it within 10 minutes:

${parts.link}

If you did not ask for this, you can ignore this message.`,
  };
}

/** The link does not sign in, so the text says where to open it. */
export function emailProofMail(parts: { event: string; firstName: string; link: string }) {
  return {
    subject: `Confirm your e-mail address for ${parts.event}`,
    text: `Hello ${plainName(parts.firstName) || 'and welcome'},

please confirm that this is your e-mail address. Open this link where you are signed in to ${parts.event}:

${parts.link}

Once it is confirmed, we can mail you a sign-in link when no text message reaches your phone. If you have no account for ${parts.event}, ignore this message.`,
  };
}

export function activationMail(parts: { event: string; firstName: string; link: string }) {
  return {
    subject: `Activate your account for ${parts.event}`,
    text: `Hello ${plainName(parts.firstName) || 'and welcome'},

you already have a ticket for ${parts.event}. Open this link to confirm your details and activate your account:

${parts.link}

If you did not ask for this, you can ignore this message.`,
  };
}

/** For an attendee with a ticket, who has not requested it. */
export function invitationMail(parts: {
  event: string;
  host: string;
  firstName: string;
  link: string;
  helpDesk: string;
}) {
  return {
    subject: `Your app for ${parts.event}`,
    text: `Hello ${plainName(parts.firstName) || 'and welcome'},

you have a ticket for ${parts.event}. Its app has the agenda, the speakers, polls and surveys. Open this link to confirm your details and activate your account:

${parts.link}

The link is yours alone: please do not forward it. Questions? Write to ${parts.helpDesk}.

${parts.host}`,
  };
}

export function invitationSms(parts: { event: string; link: string }): string {
  return `Your app for ${parts.event}: ${parts.link}`;
}

/** To a person who is to help run the event. */
export function staffInvitationMail(parts: { event: string; host: string; link: string }) {
  return {
    subject: `Help run ${parts.event}`,
    text: `Hello and welcome,

you are invited to the staff of ${parts.event}. Open this link within 48 hours to choose your password:

${parts.link}

The link is yours alone: please do not forward it. If you did not expect it, you can ignore this message.

${parts.host}`,
  };
}

export function resetMail(parts: { event: string; link: string }) {
  return {
    subject: `Reset your ${parts.event} password`,
    text: `Somebody, hopefully you, asked to reset the password of this account. Open this link within 30 minutes to choose a new one:

${parts.link}

If it was not you, you can ignore this message: nothing has been changed.`,
  };
}

export function staffResetMail(parts: { event: string; link: string }) {
  return {
    subject: `Reset your password for the console of ${parts.event}`,
    text: `Somebody, hopefully you, asked to reset the password of this member of the staff. Open this link within 30 minutes to choose a new one:

${parts.link}

If it was not you, you can ignore this message: nothing has been changed.`,
  };
}

export function shareText(parts: { event: string; title: string; link: string; kind: 'sms' | 'mail' }) {
  if (parts.kind === 'sms') return { subject: null, text: `${parts.title} (${parts.event}): ${parts.link}` };
  return {
    subject: `${parts.title}, at ${parts.event}`,
    text: `Somebody at ${parts.event} thought you might like this:\n\n${parts.title}\n${parts.link}`,
  };
}
