import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX } from '@companion/contract/announcement';
import { CheckField } from '@companion/web/ui/CheckField.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { Choices } from '../page/Choices.tsx';
import listStyles from '../page/list.module.css';
import { SessionSelect } from '../page/SessionSelect.tsx';
import { FormField, useFieldError } from '../page/StaffForm.tsx';
import styles from './AnnouncementForm.module.css';
import { type Draft, hoursLater, type Sends } from './announcementDraft.ts';

const AUDIENCES = [
  ['all', 'Everyone'],
  ['organizationType', 'An organization type'],
  ['session', 'People of a session'],
] as const;

const TIMES = [
  ['now', 'Now'],
  ['later', 'At a time'],
] as const;

interface AnnouncementFieldsProps {
  draft: Draft;
  sends: Sends;
  onChange(changed: Partial<Draft>): void;
}

export function AnnouncementFields({ draft, sends, onChange }: AnnouncementFieldsProps) {
  const textError = useFieldError('text');
  const valueError = useFieldError('audienceValue');
  return (
    <>
      <FormField
        label="Title (optional)"
        name="title"
        maxLength={ANNOUNCEMENT_TITLE_MAX}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <TextAreaField
        label="Text"
        name="text"
        rows={4}
        maxLength={ANNOUNCEMENT_TEXT_MAX}
        hint={`${draft.text.length} of ${ANNOUNCEMENT_TEXT_MAX} characters`}
        error={textError}
        value={draft.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <SessionSelect
        label="Leads to a session"
        sessions={sends.sessions ?? []}
        placeholder="None"
        value={draft.contentId}
        onChange={(contentId) => onChange({ contentId })}
      />
      <Choices
        label="For"
        options={AUDIENCES}
        value={draft.audience}
        onChange={(audience) => onChange({ audience, audienceValue: '' })}
      />
      {draft.audience === 'organizationType' && (
        <>
          <SelectField
            label="Organization type"
            options={sends.organizationTypes}
            error={valueError}
            value={draft.audienceValue}
            onChange={({ currentTarget }) => onChange({ audienceValue: currentTarget.value })}
          />
          <p className={listStyles.detail}>Attendees choose their type themselves, so this keeps no secret.</p>
        </>
      )}
      {draft.audience === 'session' && (
        <SessionSelect
          label="Session whose people it is for"
          sessions={sends.sessions ?? []}
          placeholder="Choose one"
          error={valueError}
          value={draft.audienceValue}
          onChange={(audienceValue) => onChange({ audienceValue })}
        />
      )}
      <Choices
        label="Send"
        options={TIMES}
        value={draft.sendsAt === '' ? 'now' : 'later'}
        onChange={(time) =>
          onChange(time === 'now' ? { sendsAt: '' } : { sendsAt: draft.endsAt, endsAt: hoursLater(draft.endsAt, 2) })
        }
      />
      {draft.sendsAt !== '' && (
        <FormField
          label="Send at, by the clocks of the event"
          name="sendsAt"
          type="datetime-local"
          value={draft.sendsAt}
          onChange={({ currentTarget }) => currentTarget.value && onChange({ sendsAt: currentTarget.value })}
        />
      )}
      <FormField
        label="Gone from every phone at, by the clocks of the event"
        name="endsAt"
        type="datetime-local"
        value={draft.endsAt}
        onChange={({ currentTarget }) => onChange({ endsAt: currentTarget.value })}
      />
      <div className={styles.also}>
        {sends.mail && (
          <CheckField
            label="Also by mail"
            checked={draft.mail}
            onChange={({ currentTarget }) => onChange({ mail: currentTarget.checked })}
          />
        )}
        {sends.sms && (
          <CheckField
            label="Also by SMS"
            checked={draft.sms}
            onChange={({ currentTarget }) => onChange({ sms: currentTarget.checked })}
          />
        )}
      </div>
    </>
  );
}
