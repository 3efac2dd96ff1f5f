import type { ComponentProps } from 'react';
import styles from './ToggleButton.module.css';

export interface ToggleButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-pressed'> {
  isPressed: boolean;
  /** `small` is next to other text; `default` stands alone. */
  size?: 'default' | 'small';
}

/** A button with an icon that stays pressed, such as a vote. */
export const ToggleButton = ({ isPressed, size = 'default', ...button }: ToggleButtonProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    className={size === 'small' ? `${styles.toggle} ${styles.small}` : styles.toggle}
    {...button}
  />
);
