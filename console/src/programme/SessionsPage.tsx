import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Link } from 'react-router';
import { NEW_ENTRY, paths } from '../paths.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { SessionList } from './SessionList.tsx';

/** The agenda of the draft. */
export function SessionsPage() {
  return (
    <ProgrammeFrame
      title="Sessions"
      place="agenda"
      actions={
        <Link to={paths.session(NEW_ENTRY)} className={buttonClass()}>
          New session
        </Link>
      }
    >
      {(draft) => <SessionList draft={draft} />}
    </ProgrammeFrame>
  );
}
