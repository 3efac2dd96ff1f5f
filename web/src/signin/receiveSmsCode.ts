/** WebOTP, which TypeScript's DOM types lack: https://wicg.github.io/web-otp */
interface OtpContainer {
  get(options: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code: string } | null>;
}

/** The code of the received SMS, if the browser supports it and the user allows it; otherwise undefined. */
export async function receiveSmsCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  try {
    // A browser with OTPCredential accepts the `otp` option.
    const container = navigator.credentials as unknown as OtpContainer;
    return (await container.get({ otp: { transport: ['sms'] }, signal }))?.code;
  } catch {
    // Declined, timed out or aborted: the attendee types the code.
    return undefined;
  }
}
