import { Card } from '@companion/web/ui/Card.tsx';
import { type ReactNode, useId, useRef } from 'react';
import styles from './CardSection.module.css';
import { useKeptFocus } from './useKeptFocus.ts';

interface CardSectionProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen in a box, under the heading that names it. */
export function CardSection({ title, className, children }: CardSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useKeptFocus(() => heading.current);
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={className} onFocus={keepFocus}>
      <h2 ref={heading} id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
