import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { bothCountsText, numberText } from './countText.ts';
import styles from './SavesLine.module.css';

export interface SavesLineProps {
  saves: number;
  confirmedSaves: number;
  room: string | null;
  /** How many people the room holds, if the event says. */
  capacity: number | null | undefined;
}

/** Whether more people have saved a session than its room holds. */
export const isOverfull = ({ saves, capacity }: Pick<SavesLineProps, 'saves' | 'capacity'>): boolean =>
  Boolean(capacity && saves > capacity);

/** How many people have saved a session; in words, too, where they are more than its room holds (decision 069). */
export function SavesLine(props: SavesLineProps) {
  const { saves, confirmedSaves, room, capacity } = props;
  if (saves === 0) return null;
  return (
    <span className={styles.saves}>
      {bothCountsText(saves, confirmedSaves, 'save')}
      {capacity && isOverfull(props) && (
        <span className={styles.over}>
          <AlertIcon />
          <span className="written">
            More than {room} holds: {numberText(capacity)}
          </span>
        </span>
      )}
    </span>
  );
}
