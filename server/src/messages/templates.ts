/** The words of every message that leaves the server, as plain text. */

/** One SMS: the code, the link, and the line that lets a phone offer the code to this site only. */
export function signInSms(parts: { event: string; code: string; link: string; appUrl: string }): string {
  return `${parts.code} is your ${parts.event} sign-in code. Or tap ${parts.link}\n\n@${new URL(parts.appUrl).hostname} #${parts.code}`;
}

export function activationMail(parts: { event: string; firstName: string; link: string }) {
  return {
    subject: `Activate your account for ${parts.event}`,
    text: `Hello ${parts.firstName || 'and welcome'},

you already have a ticket for ${parts.event}. Open this link to confirm your details and activate your account:

${parts.link}

If you did not ask for this, you can ignore this message.`,
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

export function shareText(parts: { event: string; title: string; link: string; kind: 'sms' | 'mail' }) {
  if (parts.kind === 'sms') return { subject: null, text: `${parts.title} (${parts.event}): ${parts.link}` };
  return {
    subject: `${parts.title}, at ${parts.event}`,
    text: `Somebody at ${parts.event} thought you might like this:\n\n${parts.title}\n${parts.link}`,
  };
}
