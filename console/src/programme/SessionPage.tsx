import type { FieldValue } from '@companion/contract/staff/programme';
import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Link, useNavigate } from 'react-router';
import { searchText, useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryPage } from './EntryPage.tsx';
import { fieldsOf } from './programmeEdits.ts';
import { SessionForm } from './SessionForm.tsx';
import { sessionAfter } from './schedule.ts';
import { categoryOfDay } from './sessionCategories.ts';
import type { Draft } from './useProgramme.ts';

/** One session: all that the pack has of it. Or a new one, also as a copy of another. */
export function SessionPage() {
  const [{ copy, ...given }] = useSearch<'copy' | 'day' | 'room' | 'start'>();
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
        text: `Once you publish, attendees no longer see it, and five minutes later those who saved it are told that it
          does not take place. Votes, comments and questions from the hall are hidden with it; they come back if you undo
          the removal or roll back.`,
      })}
    >
      {(parts) => {
        const copied = parts.draft.programme.agenda.find((entry) => entry.id === copy);
        return (
          <SessionForm
            {...parts}
            initial={copied ? fieldsOf(copied) : newSession(parts.draft, given)}
            onAnother={(added) =>
              navigate(paths.session(NEW_ENTRY) + searchText(sessionAfter(added)), { replace: true })
            }
          />
        );
      }}
    </EntryPage>
  );
}

const newSession = (
  { programme }: Draft,
  { day = '1', room, start }: { day?: string; room?: string; start?: string },
): Record<string, FieldValue> => ({
  day,
  category: categoryOfDay(programme, day),
  ...(room && { room }),
  ...(start && { start }),
});
