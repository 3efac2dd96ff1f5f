import { useNavigate } from 'react-router';
import { searchText, useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { EntryPage } from './EntryPage.tsx';
import { textOf } from './programmeEdits.ts';
import { QuestionForm } from './QuestionForm.tsx';

/** One question of a survey or a poll beside the phone that asks it. Or a new one. */
export function QuestionPage() {
  const [{ campaign }] = useSearch<'campaign'>();
  const navigate = useNavigate();
  return (
    <EntryPage
      list="questions"
      onRemoval={() => ({
        text: `Once you publish, attendees no longer see it. Its answers stay stored, and in the archive. If it comes back
          with the same id, so do they.`,
      })}
    >
      {(parts) => (
        <QuestionForm
          {...parts}
          initial={{ type: 'options', ...(campaign && { campaign }) }}
          onAdded={(path, problems) => (problems > 0 ? navigate(path, { replace: true }) : navigate(paths.campaigns))}
          onAnother={(added) =>
            navigate(paths.question(NEW_ENTRY) + searchText({ campaign: textOf(added.campaign) }), { replace: true })
          }
        />
      )}
    </EntryPage>
  );
}
