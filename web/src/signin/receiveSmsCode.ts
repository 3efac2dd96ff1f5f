/** WebOTP, which TypeScript's DOM does not know yet: https://wicg.github.io/web-otp */
interface OtpContainer {
  get(options: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code: string } | null>;
}

/** The code of the SMS that this page was sent, where the browser can read it and the person lets it; else undefined. */
export async function receiveSmsCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  try {
    // Such a browser's container takes the option above.
    const container = navigator.credentials as unknown as OtpContainer;
    return (await container.get({ otp: { transport: ['sms'] }, signal }))?.code;
  } catch {
    // Declined, timed out or aborted: the code is typed.
    return undefined;
  }
}
