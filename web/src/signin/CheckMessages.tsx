import type { ComponentProps } from 'react';
import { LinkMailed } from './LinkMailed.tsx';
import type { SendAgain } from './SendAgain.tsx';
import { SmsCodeForm } from './SmsCodeForm.tsx';
import type { SentSignIn } from './sentSignIn.ts';

/** §2: replaces the login form once a code or a link was sent. */
export const CheckMessages = ({ sent, ...again }: { sent: SentSignIn } & ComponentProps<typeof SendAgain>) =>
  sent.byMail ? <LinkMailed {...again} /> : <SmsCodeForm phone={sent.to} {...again} />;
