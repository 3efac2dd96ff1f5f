import type { Programme } from '@companion/contract/staff/programme';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import styles from './Clashes.module.css';
import type { Clash } from './clashes.ts';
import { placeName } from './programmeNames.ts';
import { dayName, spanText } from './schedule.ts';

interface ClashesProps {
  clashes: readonly Clash[];
  programme: Programme;
}

/** What a session clashes with: the room or the speaker, and the other session. */
export function Clashes({ clashes, programme }: ClashesProps) {
  if (clashes.length === 0) return null;
  return (
    <ul className={styles.clashes}>
      {clashes.map((clash) => (
        <li key={`${clash.with.id} ${clash.speaker ?? ''}`}>
          <AlertIcon />
          <span className="written">
            {clashHead(clash, programme)} <Link to={paths.session(clash.with.id)}>{clash.with.title}</Link>,{' '}
            {spanText(clash.with)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The same in one line, for screen readers and where there is no room. */
export const clashText = (clash: Clash, programme: Programme): string =>
  `${clashHead(clash, programme)} ${clash.with.title}, ${dayName(programme, clash.with.day)}, ${spanText(clash.with)}`;

const clashHead = ({ room, speaker }: Clash, programme: Programme): string =>
  speaker === undefined
    ? `${room} is taken by`
    : `${placeName(programme, { list: 'speakers', id: speaker })} also speaks at`;
