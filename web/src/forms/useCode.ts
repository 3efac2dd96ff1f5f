import { CODE_DIGITS } from '@companion/contract/constants';
import { smsCodeForm } from '@companion/contract/session';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { describeError } from '../toasts/describeError.ts';

/**
 * A form for a texted code: its field, with the message about a code that is not accepted, and its submit.
 * @param submitsItself once the code is complete
 */
export function useCode(send: (code: string) => Promise<{ error?: unknown }>, submitsItself = false) {
  const [code, setCode] = useState('');
  const [isTouched, setIsTouched] = useState(false);
  const [isAttempted, setIsAttempted] = useState(false);
  /** The server's message about the code, or about sending another. */
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const invalid = smsCodeForm.safeParse({ code }).error?.issues[0]?.message;

  const submit = async (typed: string) => {
    setIsAttempted(true);
    setFailure(undefined);
    const parsed = smsCodeForm.safeParse({ code: typed });
    if (!parsed.success) return ref.current?.focus();
    setIsSending(true);
    const answer = await send(parsed.data.code);
    setIsSending(false);
    if (!answer.error) return;
    setFailure(describeError(answer.error).message);
    ref.current?.select();
  };
  /** @param isComplete submits it */
  const enter = (digits: string, isComplete: boolean) => {
    setCode(digits);
    setFailure(undefined);
    if (isComplete) void submit(digits);
  };
  return {
    isSending,
    /** Whether the submit button is disabled (§5). */
    isBlocked: isSending || (isAttempted && invalid !== undefined),
    setFailure,
    enter,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!isSending) void submit(code);
    },
    field: {
      ref,
      label: 'Verification code',
      name: 'code',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
      pattern: '[0-9]*',
      value: code,
      error: failure ?? (isTouched || isAttempted ? invalid : undefined),
      // Who leaves it empty, for "Send again", has made no mistake.
      onBlur: () => setIsTouched(code !== ''),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        const digits = target.value.replace(/\D/g, '').slice(0, CODE_DIGITS);
        enter(digits, submitsItself && digits.length === CODE_DIGITS && digits !== code);
      },
    } as const,
  };
}
