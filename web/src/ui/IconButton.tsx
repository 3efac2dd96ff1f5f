import type { ComponentProps } from 'react';
import styles from './IconButton.module.css';

/** A button that shows an icon only. `aria-label` names it. */
export const IconButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'> & { 'aria-label': string }) => (
  <button {...props} type="button" className={styles.button} />
);
