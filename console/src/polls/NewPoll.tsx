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

interface NewPollProps {
  polls: Poll[];
  /** Gives the new poll its place in the running order. */
  onCreated(poll: Poll): void;
}

/** A button with a dialog for a poll that came up in the hall: it is published by itself, and no phone shows it yet. */
export function NewPoll({ polls, onCreated }: NewPollProps) {
  const [isOpen, setOpen] = useState(false);
  const sets = setsOf(polls);
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
                onCancel={close}
                onSubmit={async (typed) => {
                  const { results } = await sendStaffCall('createPoll', pollOf(typed), ['getPolls']);
                  onCreated(results);
                  close();
                }}
              >
                <PollFields sets={sets} set={polls.find(({ isOnStage }) => isOnStage)?.campaignId} />
              </StaffForm>
            </DialogText>
          )}
        </Dialog>
      )}
    </>
  );
}

type PollSet = readonly [campaignId: string, title: string];

/** The published sets of polls. A survey is not for the stage. */
const setsOf = (polls: Poll[]): PollSet[] =>
  [...new Map(polls.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle] as const))].filter(
    ([id]) => !SURVEY_CAMPAIGNS.includes(id),
  );

/** @param set the one that is asked now */
function PollFields({ sets, set }: { sets: PollSet[]; set: string | undefined }) {
  const [type, setType] = useState<string>('options');
  const optionsError = useFieldError('options');
  return (
    <>
      <FormField label="Question" name="question" maxLength={QUESTION_MAX} autoComplete="off" />
      <FormSelect
        label="Type"
        name="type"
        options={QUESTION_TYPES.map((one) => [one, QUESTION_TYPE_NAMES[one]])}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
      />
      {hasOptions(type) && (
        <TextAreaField
          label="Options"
          name="options"
          hint="One per line, at least two."
          rows={4}
          error={optionsError}
        />
      )}
      <FormSelect
        label="Set of polls"
        name="campaignId"
        options={sets}
        defaultValue={sets.some(([id]) => id === set) ? set : sets.at(-1)?.[0]}
      />
    </>
  );
}

function pollOf({ campaignId = '', question = '', type = '', options }: Record<string, string>) {
  const lines = options?.split('\n').filter((line) => line.trim());
  // The server names a type that is missing.
  return { campaignId, question, type, ...(lines && { options: lines }) } as StaffGiven<'createPoll'>;
}
