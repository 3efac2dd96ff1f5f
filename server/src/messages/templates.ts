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
