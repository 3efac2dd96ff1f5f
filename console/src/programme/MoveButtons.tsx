import { IconButton } from '@companion/web/ui/IconButton.tsx';
import { ChevronDownIcon } from '@companion/web/ui/icons.tsx';
import type { KeyboardEvent } from 'react';
import styles from './MoveButtons.module.css';

interface MoveButtonsProps {
  /** What is moved, as its buttons name it. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: -1 | 1): void;
}

/** Moves a row of a list. Alt and an arrow key do the same: see `moveByKey`. */
export const MoveButtons = ({ name, isFirst, isLast, onMove }: MoveButtonsProps) => (
  <span className={styles.buttons}>
    <IconButton aria-label={`Move up: ${name}`} aria-disabled={isFirst} onClick={() => isFirst || onMove(-1)}>
      <span className={styles.up}>
        <ChevronDownIcon />
      </span>
    </IconButton>
    <IconButton aria-label={`Move down: ${name}`} aria-disabled={isLast} onClick={() => isLast || onMove(1)}>
      <ChevronDownIcon />
    </IconButton>
  </span>
);

/** The handler of a row's keys. */
export const moveByKey =
  (onMove: (by: -1 | 1) => void) =>
  (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!by || !event.altKey) return;
    event.preventDefault();
    onMove(by);
  };

/** What `moveByKey` needs said on the row's link or field. */
export const MOVE_KEYS = 'Alt+ArrowUp Alt+ArrowDown';
