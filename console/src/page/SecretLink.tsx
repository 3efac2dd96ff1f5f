import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import styles from './SecretLink.module.css';

/** A link that is shown only once, with a button that copies it. */
export const SecretLink = ({ link, children }: { link: string; children: ReactNode }) => (
  <Card className={styles.secret}>
    <p>{children}</p>
    <Field label="Link" value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    <CopyButton text={link} what="the link" />
  </Card>
);
