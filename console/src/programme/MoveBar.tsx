import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { RowButton } from '../page/ActionButton.tsx';
import { paths } from '../paths.ts';
import { Clashes } from './Clashes.tsx';
import type { Clash } from './clashes.ts';
import styles from './MoveBar.module.css';
import { dayName, daysOf, type Move, type PlacedSession, spanText, stepFrom } from './schedule.ts';
import type { useMoves } from './useMoves.ts';
import type { Draft } from './useProgramme.ts';

interface MoveBarProps {
  draft: Draft;
  session: PlacedSession;
  clashes: Clash[];
  rooms: string[];
  moves: ReturnType<typeof useMoves>;
  onKeyDown(event: KeyboardEvent): void;
  /** Another day was chosen. */
  onDay(day: number): void;
  onClose(): void;
}

/** What can be done with the session that is selected on the grid. */
export function MoveBar({ draft, session, clashes, rooms, moves, onKeyDown, onDay, onClose }: MoveBarProps) {
  const days = daysOf(draft.programme);
  const button = (label: string, move: Move) => (
    <RowButton onPress={() => moves.press(session, move)}>{label}</RowButton>
  );
  return (
    <section className={styles.bar} aria-label={`Selected: ${session.title}`} onKeyDown={onKeyDown}>
      <div className={styles.text}>
        <b className="written">{session.title}</b>
        <span>{spanText(session)}</span>
        <Clashes clashes={clashes} programme={draft.programme} />
      </div>
      <div className={styles.buttons}>
        <Link to={paths.session(session.id)} className={`${buttonClass()} ${styles.edit}`}>
          Edit
        </Link>
        {button('Earlier', { by: stepFrom(session.start, -1) })}
        {button('Later', { by: stepFrom(session.start, 1) })}
        {button('Shorter', { longer: stepFrom(session.end, -1) })}
        {button('Longer', { longer: stepFrom(session.end, 1) })}
        <div className={styles.room}>
          <SelectField
            label="Room"
            placeholder="No room"
            options={rooms}
            value={session.room}
            onChange={({ currentTarget }) => moves.press(session, { room: currentTarget.value })}
          />
        </div>
        {days.length > 1 && (
          <div className={styles.room}>
            <SelectField
              label="Day"
              options={days.map((day) => [String(day), dayName(draft.programme, day)])}
              value={String(session.day)}
              onChange={({ currentTarget }) => currentTarget.value && onDay(Number(currentTarget.value))}
            />
          </div>
        )}
        <RowButton onPress={onClose}>Close</RowButton>
      </div>
    </section>
  );
}
