import type { ComponentProps, ElementType } from 'react';
import styles from './Card.module.css';

export interface CardProps extends ComponentProps<'div'> {
  /** The element it is: `section`, `article`, `li`; a `div` unless said otherwise. */
  as?: ElementType;
}

/** A sheet of paper on the page. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return <Element {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />;
}
