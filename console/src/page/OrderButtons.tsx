import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { ChevronDownIcon } from '@companion/web/ui/icons.tsx';
import type { KeyboardEvent } from 'react';
import styles from './OrderButtons.module.css';

interface OrderButtonsProps {
  /** What is moved. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** -1: up, 1: down. */
  onMove(by: 1 | -1): void;
}

/** The buttons that move an entry of a list. Its row takes the keys as well: {@link orderKeys}. */
export const OrderButtons = ({ name, isFirst, isLast, onMove }: OrderButtonsProps) => (
  <>
    <IconButton aria-label={`Move up: ${name}`} aria-disabled={isFirst} onClick={() => !isFirst && onMove(-1)}>
      <span className={styles.up}>
        <ChevronDownIcon />
      </span>
    </IconButton>
    <IconButton aria-label={`Move down: ${name}`} aria-disabled={isLast} onClick={() => !isLast && onMove(1)}>
      <ChevronDownIcon />
    </IconButton>
  </>
);

/** For the row of an entry: Alt with an arrow key moves it. */
export const orderKeys =
  (onMove: (by: 1 | -1) => void) =>
  ({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>): void => {
    if (altKey && key === 'ArrowUp') onMove(-1);
    if (altKey && key === 'ArrowDown') onMove(1);
  };

/** For `aria-keyshortcuts` of what has the focus in such a row. */
export const ORDER_KEYS = 'Alt+ArrowUp Alt+ArrowDown';
