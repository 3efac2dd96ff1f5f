import { useEffect } from 'react';
import { useCode } from './useCode.ts';

/**
 * A form for the code that was texted to sign in. Its field takes the focus, fills itself where the browser reads the SMS,
 * and is sent once the code is complete.
 */
export function useSmsCode(phone: string, send: (code: string) => Promise<{ error?: unknown }>) {
  const form = useCode(send, true);
  const { enter, field } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: request the code from the browser once for each number
  useEffect(() => {
    field.ref.current?.focus();
    const stop = new AbortController();
    receiveSmsCode(stop.signal).then((received) => {
      if (received && !stop.signal.aborted) enter(received, true);
    });
    return () => stop.abort();
  }, [phone]);
  return form;
}

/** WebOTP, which TypeScript's DOM types lack: https://wicg.github.io/web-otp */
interface OtpContainer {
  get(options: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code: string } | null>;
}

/** The code of the received SMS, if the browser supports it and the user allows it; otherwise undefined. */
async function receiveSmsCode(signal: AbortSignal): Promise<string | undefined> {
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
