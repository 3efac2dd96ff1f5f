import { useNavigate, useParams } from 'react-router';
import { UpLink } from '../page/UpLink.tsx';
import { useSearch } from '../page/useSearch.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { entryTitle, PLACE_NAMES } from './programmeNames.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { RemoveEntry } from './RemoveEntry.tsx';

/** One question of a survey or a poll beside the phone that asks it. Or a new one. */
export function QuestionPage() {
  const { questionId = '' } = useParams();
  const id = questionId === NEW_ENTRY ? null : questionId;
  const [{ campaign }] = useSearch<'campaign'>();
  const navigate = useNavigate();
  const toList = () => navigate(paths.campaigns);
  return (
    <ProgrammeFrame
      // Another form has other fields.
      key={questionId}
      title={({ programme }) =>
        id === null ? 'New question' : entryTitle(programme.questions.find((one) => one.id === id) ?? {})
      }
      place={id === null ? 'questions' : `questions/${id}`}
      up={<UpLink to={paths.campaigns}>{PLACE_NAMES.campaigns}</UpLink>}
    >
      {(draft) => {
        const question = draft.programme.questions.find((one) => one.id === id);
        return (
          <QuestionForm
            draft={draft}
            id={id}
            initial={{ type: 'options', ...(campaign && { campaign }) }}
            onAdded={toList}
            actions={
              question && (
                <RemoveEntry list="questions" entry={question} onRemoved={toList}>
                  <p>
                    Once you publish, attendees no longer see it. Its answers stay stored, and in the archive. If it
                    comes back with the same id, so do they.
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
