import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField, type TextAreaFieldProps } from '../ui/TextAreaField.tsx';
import { DraftNotice, useTextDraft } from './useDraft.tsx';

interface TextFormProps extends Pick<TextAreaFieldProps, 'label' | 'name' | 'rows' | 'required'> {
  draftKey: string;
  /** The text on record. It shows until another one is typed. */
  saved?: string | null;
  schema: z.ZodMiniType<string>;
  hintOf?: (text: string) => string;
  /** Says that a restored draft has not been sent. */
  draftNotice: string;
  submitLabel: string;
  /** @param of the saved text which it was made from; undefined if that is not known */
  send: (text: string, of: string | undefined) => Promise<{ data?: { isWaiting?: boolean } }>;
  /** Of the call, shared by every instance of the form, so that one opened before the answer knows about the request. */
  sending: { isLoading: boolean; isSuccess: boolean; reset: () => void };
  /** The texts that wait to be sent. */
  waiting: readonly unknown[];
  /** The toast once the text has been sent. */
  thanks: string;
  onSent?: () => void;
  className: string | undefined;
  children?: ReactNode;
}

const UNTOUCHED = { isTouched: false, isAttempted: false };

/** A form for one text that may wait for the network. The text is a draft until it has been sent. */
export function TextForm({
  draftKey,
  saved,
  schema,
  hintOf,
  draftNotice,
  submitLabel,
  send,
  sending: { isLoading: isSending, isSuccess: isSent, reset: forgetSent },
  waiting,
  thanks,
  onSent,
  className,
  children,
  ...field
}: TextFormProps) {
  const { draft, isRestored, discard, change } = useTextDraft(draftKey);
  const area = useRef<HTMLTextAreaElement>(null);
  const [{ isTouched, isAttempted }, setProgress] = useState(UNTOUCHED);
  const recorded = saved ?? '';
  const text = draft?.text ?? recorded;
  const error = schema.safeParse(text).error?.issues[0]?.message;
  // A reload restored a text that was being sent.
  const isOnItsWay = isRestored && waiting.includes(text.trim());

  useEffect(() => {
    if (!isSent && !isOnItsWay) return;
    if (isSent) forgetSent();
    discard();
    setProgress(UNTOUCHED);
  }, [isSent, isOnItsWay, forgetSent, discard]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProgress({ isTouched, isAttempted: true });
    if (error) area.current?.focus();
    if (error || isSending) return;
    const { data } = await send(text.trim(), draft ? draft.of : recorded);
    if (!data) return;
    discard();
    if (data.isWaiting) notifySaved();
    else notifySuccess(thanks);
    onSent?.();
  };
  const touch = () => setProgress({ isTouched: true, isAttempted });

  return (
    <form onSubmit={submit} noValidate className={className}>
      {isRestored && !isSending && <DraftNotice onDiscard={discard}>{draftNotice}</DraftNotice>}
      <TextAreaField
        {...field}
        ref={area}
        autoCapitalize="sentences"
        value={text}
        readOnly={isSending}
        hint={hintOf?.(text)}
        error={isTouched || isAttempted ? error : undefined}
        onChange={(event) => {
          const { value } = event.currentTarget;
          // Without a draft, what is typed next is made from the text on record at that time.
          change({ text: value, of: draft ? draft.of : recorded }, value === recorded);
          touch();
        }}
        onBlur={touch}
      />
      <Button type="submit" busy={isSending} disabled={isSending || (isAttempted && Boolean(error))}>
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
