import { Card } from '@companion/web/ui/Card.tsx';
import { type ReactNode, useId } from 'react';
import styles from './CardSection.module.css';

interface CardSectionProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen in a box, under the heading that names it. */
export function CardSection({ title, className, children }: CardSectionProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
