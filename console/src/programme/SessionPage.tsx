import type { FieldValue } from '@companion/contract/staff/programme';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Link, useNavigate, useParams } from 'react-router';
import { UpLink } from '../page/UpLink.tsx';
import { useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { fieldsOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import { RemoveEntry } from './RemoveEntry.tsx';
import { SessionForm } from './SessionForm.tsx';
import { categoryOfDay } from './sessionCategories.ts';
import type { Draft } from './useProgramme.ts';

/** One session: all that the pack has of it. Or a new one, also as a copy of another. */
export function SessionPage() {
  const { sessionId = '' } = useParams();
  const id = sessionId === NEW_ENTRY ? null : sessionId;
  const [{ copy, day }] = useSearch<'copy' | 'day'>();
  const navigate = useNavigate();
  const sessionIn = ({ programme }: Draft, of: string | null | undefined) =>
    programme.agenda.find((entry) => entry.id === of);
  return (
    <ProgrammeFrame
      // Another form has other fields.
      key={sessionId}
      title={(draft) => (id === null ? 'New session' : entryTitle(sessionIn(draft, id) ?? {}))}
      place={id === null ? 'agenda' : `agenda/${id}`}
      up={<UpLink to={paths.programme}>Sessions</UpLink>}
      actions={
        id !== null && (
          <Link to={`${paths.session(NEW_ENTRY)}?copy=${id}`} className={buttonClass('secondary')}>
            Duplicate
          </Link>
        )
      }
    >
      {(draft) => {
        const copied = sessionIn(draft, copy);
        const initial: Record<string, FieldValue> = copied ? fieldsOf(copied) : newSession(draft, day);
        const entry = sessionIn(draft, id);
        return (
          <SessionForm
            draft={draft}
            id={id}
            initial={initial}
            onAdded={(added) => navigate(paths.session(added), { replace: true })}
            actions={
              entry && (
                <RemoveEntry list="agenda" entry={entry} onRemoved={() => navigate(paths.programme)}>
                  <p>
                    Once you publish, attendees no longer see it. Votes, comments and questions from the hall stay
                    stored, but are hidden with it. If it comes back with the same id, so do they.
                  </p>
                </RemoveEntry>
              )
            }
          />
        );
      }}
    </ProgrammeFrame>
  );
}

const newSession = ({ programme }: Draft, day = '1'): Record<string, FieldValue> => ({
  day,
  category: categoryOfDay(programme, day),
});
