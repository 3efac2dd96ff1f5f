import type { ComponentProps, ElementType } from 'react';
import styles from './Card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** The element: `section`, `article`, `li`; `div` by default. */
  as?: ElementType;
}

/** A raised box on the page. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return <Element {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />;
}
