import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { QUESTION_TYPES } from '@companion/contract/question';
import { type Poll, QUESTION_MAX } from '@companion/contract/staff/polls';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useState } from 'react';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import type { StaffGiven } from '../api/staffRequest.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Dialog, DialogText } from '../page/Dialog.tsx';
import { hasOptions, QUESTION_TYPE_NAMES } from '../page/questionTypeNames.ts';
import { FormField, FormSelect, StaffForm, useFieldError } from '../page/StaffForm.tsx';
import { useKeptFields } from '../page/useKeptFields.ts';

interface NewPollProps {
  polls: Poll[];
  /** Gives the new poll its place in the running order. */
  onCreated(poll: Poll): void;
}

/** A button with a dialog for a poll that came up in the hall: it is published by itself, and no phone shows it yet. */
export function NewPoll({ polls, onCreated }: NewPollProps) {
  const [isOpen, setOpen] = useState(false);
  const sets = setsOf(polls);
  const fields = useKeptFields('new poll');
  return (
    <>
      <ActionButton
        size="small"
        variant="secondary"
        unavailable={sets.length > 0 ? undefined : 'There is no set of polls yet. Owners and editors publish one.'}
        onPress={() => setOpen(true)}
      >
        New poll
      </ActionButton>
      {isOpen && (
        <Dialog title="New poll" onClose={() => setOpen(false)}>
          {(close) => (
            <DialogText>
              <p>It is published at once, but no phone shows it before you open it.</p>
              <StaffForm
                action="Add as next poll"
                onCancel={() => {
                  fields.discard();
                  close();
                }}
                onSubmit={async (typed) => {
                  const { results } = await sendStaffCall('createPoll', pollOf(typed), ['getPolls']);
                  fields.discard();
                  onCreated(results);
                  close();
                }}
              >
                <PollFields fields={fields} sets={sets} set={polls.find(({ isOnStage }) => isOnStage)?.campaignId} />
              </StaffForm>
            </DialogText>
          )}
        </Dialog>
      )}
    </>
  );
}

const FIRST_TYPE = 'options';

type PollSet = readonly [campaignId: string, title: string];

/** The published sets of polls. A survey is not for the stage. */
const setsOf = (polls: Poll[]): PollSet[] =>
  [...new Map(polls.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle] as const))].filter(
    ([id]) => !SURVEY_CAMPAIGNS.includes(id),
  );

interface PollFieldsProps {
  fields: ReturnType<typeof useKeptFields>;
  sets: PollSet[];
  /** The one that is asked now. */
  set: string | undefined;
}

function PollFields({ fields: { field }, sets, set }: PollFieldsProps) {
  const optionsError = useFieldError('options');
  // It stays while the dialog is open, also when another poll comes on stage.
  const [firstSet] = useState(sets.some(([id]) => id === set) ? set : sets.at(-1)?.[0]);
  const type = field('type', FIRST_TYPE);
  return (
    <>
      <FormField {...field('question')} label="Question" maxLength={QUESTION_MAX} autoComplete="off" />
      <FormSelect {...type} label="Type" options={QUESTION_TYPES.map((one) => [one, QUESTION_TYPE_NAMES[one]])} />
      {hasOptions(type.value) && (
        <TextAreaField
          {...field('options')}
          label="Options"
          hint="One per line, at least two."
          rows={4}
          error={optionsError}
        />
      )}
      <FormSelect {...field('campaignId', firstSet)} label="Set of polls" options={sets} />
    </>
  );
}

function pollOf({ campaignId = '', question = '', type = '', options }: Record<string, string>) {
  const lines = options?.split('\n').filter((line) => line.trim());
  // The server names a type that is missing.
  return { campaignId, question, type, ...(lines && { options: lines }) } as StaffGiven<'createPoll'>;
}
