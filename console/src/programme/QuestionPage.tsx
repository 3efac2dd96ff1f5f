import { useNavigate } from 'react-router';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { EntryPage } from './EntryPage.tsx';
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
      {({ draft, id, remove }) => (
        <QuestionForm
          draft={draft}
          id={id}
          initial={{ type: 'options', ...(campaign && { campaign }) }}
          onAdded={() => navigate(paths.campaigns)}
          actions={remove}
        />
      )}
    </EntryPage>
  );
}
