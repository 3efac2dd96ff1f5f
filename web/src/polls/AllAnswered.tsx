import type { ReactNode } from 'react';
import { CheckIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';

/** §2: shows when no question is open. */
export const AllAnswered = ({ action }: { action: ReactNode }) => (
  <Message icon={<CheckIcon />} action={action}>
    <p>You have answered all the questions. Thank you!</p>
  </Message>
);
