import type { FieldValue } from '@companion/contract/staff/programme';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Link, useNavigate } from 'react-router';
import { useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryPage } from './EntryPage.tsx';
import { fieldsOf } from './programmeEdits.ts';
import { SessionForm } from './SessionForm.tsx';
import { categoryOfDay } from './sessionCategories.ts';
import type { Draft } from './useProgramme.ts';

/** One session: all that the pack has of it. Or a new one, also as a copy of another. */
export function SessionPage() {
  const [{ copy, day }] = useSearch<'copy' | 'day'>();
  const navigate = useNavigate();
  return (
    <EntryPage
      list="agenda"
      actions={(id) => (
        <Link to={`${paths.session(NEW_ENTRY)}?copy=${id}`} className={buttonClass('secondary')}>
          Duplicate
        </Link>
      )}
      onRemoval={() => ({
        text: `Once you publish, attendees no longer see it. Votes, comments and questions from the hall stay stored, but
          are hidden with it. If it comes back with the same id, so do they.`,
      })}
    >
      {({ draft, id, remove }) => {
        const copied = draft.programme.agenda.find((entry) => entry.id === copy);
        return (
          <SessionForm
            draft={draft}
            id={id}
            initial={copied ? fieldsOf(copied) : newSession(draft, day)}
            onAdded={(added) => navigate(paths.session(added), { replace: true })}
            actions={remove}
          />
        );
      }}
    </EntryPage>
  );
}

const newSession = ({ programme }: Draft, day = '1'): Record<string, FieldValue> => ({
  day,
  category: categoryOfDay(programme, day),
});
