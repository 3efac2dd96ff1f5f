import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import type { ReactNode } from 'react';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './SecretLink.module.css';

/** A link that is shown only once, with a button that copies it. */
export const SecretLink = ({ link, children }: { link: string; children: ReactNode }) => (
  <Card className={styles.secret}>
    <p>{children}</p>
    <Field label="Link" value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    <CopyButton text={link} what="the link" />
  </Card>
);

/** Copies a text that is shown next to it. @param what it is: `the link` */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toastDone(`Copied ${what}.`),
      () => toastProblem(`The browser does not allow copying. Select ${what}, and copy by hand.`),
    );
  return (
    <ActionButton variant="secondary" onPress={() => void copy()}>
      Copy {what}
    </ActionButton>
  );
}
