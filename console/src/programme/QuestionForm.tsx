import { QUESTION_TYPES } from '@companion/contract/question';
import { QUESTION_MAX } from '@companion/contract/staff/polls';
import type { FieldValue } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countText } from '../page/countText.ts';
import { hasOptions, QUESTION_TYPE_NAMES } from '../page/questionTypeNames.ts';
import { paths } from '../paths.ts';
import { EntryField, EntryForm, EntrySelect } from './EntryForm.tsx';
import { PhonePreview } from './PhonePreview.tsx';
import { textOf, textsOf } from './programmeEdits.ts';
import { entryTitle } from './programmeNames.ts';
import styles from './QuestionForm.module.css';
import { typeOf } from './questionTypes.ts';
import { TextsField } from './TextsField.tsx';
import { type EntryFormParts, useEntryForm } from './useEntryForm.ts';
import { usePublishedPoll } from './usePublishedPoll.ts';

type QuestionFormProps = Pick<EntryFormParts, 'draft' | 'id' | 'onAdded' | 'onAnother'> & {
  initial: Record<string, FieldValue>;
  actions?: ReactNode;
};

/** Every field of a question; beside it the phone that asks it. */
export function QuestionForm({ draft, id, initial, onAdded, onAnother, actions }: QuestionFormProps) {
  const { campaigns, questions } = draft.programme;
  const form = useEntryForm({
    draft,
    list: 'questions',
    id,
    initial,
    done: id === null ? 'The question is added.' : 'The question is saved.',
    // In another campaign it comes last.
    more: ({ campaign }) => {
      const last = questions.findLast((one) => one.campaign === campaign);
      return id !== null && last && last.id !== id ? [{ op: 'move', list: 'questions', id, after: last.id }] : [];
    },
    ...(onAdded && { onAdded }),
    ...(onAnother && { onAnother }),
  });
  const published = usePublishedPoll(id);
  const type = typeOf(form.value('type'));
  const locked = published && published.answers > 0 ? published.poll.options.length : 0;
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        {published && (
          <p className={styles.published}>
            <span>
              {published.answers > 0 ? `${countText(published.answers, 'answer')} so far.` : 'No answers yet.'}
            </span>{' '}
            <Link to={paths.poll(published.poll.campaignId, published.poll.id)}>State and results</Link>
          </p>
        )}
        <EntryForm form={form} actions={actions}>
          <EntryField field="question" maxLength={QUESTION_MAX} />
          <div className={styles.pair}>
            <EntrySelect
              field="campaign"
              label="Survey or set of polls"
              options={campaigns.map((campaign) => [campaign.id, entryTitle(campaign)])}
            />
            {published && published.answers > 0 ? (
              <div className={styles.locked}>
                <p className={styles.label}>Type</p>
                <p>{type && QUESTION_TYPE_NAMES[type]}</p>
                <p className={styles.hint}>It stays, since answers of another type would not fit.</p>
              </div>
            ) : (
              <EntrySelect
                field="type"
                options={QUESTION_TYPES.map((one) => [one, QUESTION_TYPE_NAMES[one]])}
                onChosen={(chosen) => hasOptions(chosen) || form.setValue('options', [])}
              />
            )}
          </div>
          {hasOptions(type) && (
            <TextsField field="options" legend="Options" item="option" add="Add an option" min={2} locked={locked}>
              {locked > 0 &&
                `${countText(published?.answers ?? 0, 'answer')} name an option by its number, so the first ${locked} ` +
                  'stay as they are and where they are. You can add others at the end.'}
            </TextsField>
          )}
        </EntryForm>
      </div>
      <PhonePreview question={textOf(form.value('question'))} type={type} options={textsOf(form.value('options'))} />
    </div>
  );
}
