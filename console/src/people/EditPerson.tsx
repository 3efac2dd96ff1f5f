import { PERSON_FIELDS } from '@companion/contract/staff/people';
import { useState } from 'react';
import { eventInfo } from '../api/eventInfo.ts';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { FormField, FormSelect, StaffForm } from '../page/StaffForm.tsx';
import type { Person } from './personTexts.ts';

const CHANGES = ['getPerson', 'getPeople', 'getPeopleCounts'] as const;

/** The fields of the profile. Only what differs is sent, with what the member saw. */
export function EditPerson({ person }: { person: Person }) {
  const { id: personId } = person;
  /** A phone in place of a proved one, which is asked about. */
  const [phone, setPhone] = useState<string>();
  const save = async (values: Record<string, string>) => {
    const changed = PERSON_FIELDS.filter((field) => values[field] !== undefined && values[field] !== person[field]);
    const isReplaced = person.phoneProvedAt !== null && changed.includes('phone');
    const edited = changed.filter((field) => field !== 'phone' || !isReplaced);
    if (edited.length > 0) {
      const part = (of: Record<string, string>) => Object.fromEntries(edited.map((field) => [field, of[field] ?? '']));
      // The server checks the texts: its messages stand below the fields.
      const body = { from: part(person as never), ...part(values) } as never as Edits;
      await sendStaffCall('editPerson', { personId, ...body }, [...CHANGES]);
      toastDone('The details are saved.');
    }
    if (isReplaced) setPhone(values.phone);
    return false;
  };
  const replace = async () => {
    try {
      await sendStaffCall('replacePersonPhone', { personId, from: person.phone, phone: phone ?? '' }, [...CHANGES]);
      toastDone('The phone is replaced.');
      return true;
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.errors.phone ?? failure.message, failure.traceId);
      return false;
    }
  };
  // One that the event no longer has stays until another is chosen.
  const known = [...(eventInfo.use()?.organizationTypes ?? []), person.organizationType];
  const types = [...new Set(known)].filter(Boolean);
  const seen = PERSON_FIELDS.map((field) => person[field]).join('\n');
  return (
    <>
      <StaffForm key={seen} action="Save" onSubmit={save}>
        <FormField label="First name" name="firstName" defaultValue={person.firstName} autoComplete="off" />
        <FormField label="Last name" name="lastName" defaultValue={person.lastName} autoComplete="off" />
        <FormField label="E-mail" name="email" type="email" defaultValue={person.email} autoComplete="off" />
        <FormField label="Phone" name="phone" type="tel" defaultValue={person.phone} autoComplete="off" />
        <FormField
          label="Organization"
          name="organizationName"
          defaultValue={person.organizationName}
          autoComplete="off"
        />
        <FormSelect
          label="Organization type"
          name="organizationType"
          defaultValue={person.organizationType}
          options={types}
        />
      </StaffForm>
      {phone !== undefined && (
        <ConfirmDialog
          title={`Replace the phone by ${phone}?`}
          action="Replace the phone"
          onConfirm={replace}
          onClose={() => setPhone(undefined)}
        >
          <p>
            They have proved {person.phone}. Whoever has the new number can sign in as them from then on, so make sure
            that it is theirs.
          </p>
          <p>They are told at the old number and the e-mail that they have proved, and are signed out everywhere.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Edits = Omit<Parameters<typeof sendStaffCall<'editPerson'>>[1], 'personId'>;
