import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import type { ReactNode } from 'react';
import { noticeDone, noticeProblem } from '../api/notices.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './SecretLink.module.css';

/** A link that is shown only once, with a button that copies it. */
export function SecretLink({ link, children }: { link: string; children: ReactNode }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => noticeDone('The link is copied.'),
      () => noticeProblem('The browser does not allow copying. Select the link, and copy it by hand.'),
    );
  return (
    <Card className={styles.secret}>
      <p>{children}</p>
      <Field label="Link" value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <ActionButton variant="secondary" onPress={() => void copy()}>
        Copy the link
      </ActionButton>
    </Card>
  );
}
