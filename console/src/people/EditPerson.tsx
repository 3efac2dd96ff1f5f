import { PERSON_FIELDS, type PersonField } from '@companion/contract/staff/people';
import { useState } from 'react';
import { eventInfo } from '../api/eventInfo.ts';
import { useMember } from '../api/member.ts';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { showAnswer } from '../api/store.ts';
import { toastDone, toastProblem } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { FormField, FormSelect, StaffForm } from '../page/StaffForm.tsx';
import { discardTyped, forgetSaved, typeValue, useTyped } from '../page/unsaved.ts';
import styles from './people.module.css';
import { type Person, personFormKey } from './personTexts.ts';

const CHANGES = ['getPerson', 'getPeople', 'getPeopleCounts'] as const;

/**
 * The fields of the profile. Only what differs is sent, with what it had when the typing began. What is typed stays until
 * it is saved, also when the screen is left.
 */
export function EditPerson({ person }: { person: Person }) {
  const { id: personId } = person;
  const key = personFormKey(useMember().id, personId);
  const { values: typed, bases } = useTyped(key);
  /** What was said about what is discarded goes with it. */
  const [round, setRound] = useState(0);
  const discard = () => {
    discardTyped(key);
    setRound(round + 1);
  };
  /** A phone in place of a proved one, which is asked about. */
  const [phone, setPhone] = useState<string>();
  const shown = (field: PersonField): string => String(typed[field] ?? person[field]);
  /** What is stored now shows at once in place of what was typed. */
  const show = (edited: StaffAnswer<'getPerson'>) => showAnswer('getPerson', { personId }, () => edited);
  const save = async () => {
    const changed = PERSON_FIELDS.filter((field) => shown(field) !== person[field]);
    // Another member has stored the same meanwhile.
    const stored = PERSON_FIELDS.filter((field) => typed[field] === person[field]);
    forgetSaved(key, { values: Object.fromEntries(stored.map((field) => [field, shown(field)])), pictures: {} });
    const isReplaced = person.phoneProvedAt !== null && changed.includes('phone');
    const edited = changed.filter((field) => field !== 'phone' || !isReplaced);
    if (edited.length > 0) {
      const part = (of: (field: PersonField) => string) =>
        Object.fromEntries(edited.map((field) => [field, of(field)]));
      // The server checks the texts: its messages stand below the fields.
      const body = { from: part((field) => String(bases[field] ?? '')), ...part(shown) } as never as Edits;
      await sendStaffCall('editPerson', { personId, ...body }, [...CHANGES], show);
      forgetSaved(key, { values: part(shown), bases: part((field) => String(bases[field] ?? '')), pictures: {} });
      toastDone('The details are saved.');
    }
    if (isReplaced) setPhone(shown('phone'));
    // The fields stay as they are, with the focus.
    return false;
  };
  const replace = async () => {
    try {
      const body = { from: person.phone, phone: phone ?? '' };
      await sendStaffCall('replacePersonPhone', { personId, ...body }, [...CHANGES], show);
      forgetSaved(key, { values: { phone: phone ?? '' }, pictures: {} });
      toastDone('The phone is replaced.');
      return true;
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.errors.phone ?? failure.message, failure.traceId);
      return false;
    }
  };
  // One that the event no longer has stays until another is chosen.
  const known = [...(eventInfo.use()?.organizationTypes ?? []), person.organizationType, shown('organizationType')];
  const types = [...new Set(known)].filter(Boolean);
  const field = (name: PersonField) => ({
    name,
    value: shown(name),
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      typeValue(key, name, value, person[name]),
  });
  return (
    <div className={styles.form}>
      <StaffForm key={round} action="Save" onSubmit={save}>
        <FormField {...field('firstName')} label="First name" />
        <FormField {...field('lastName')} label="Last name" />
        <FormField {...field('email')} label="E-mail" type="email" />
        <FormField {...field('phone')} label="Phone" type="tel" />
        <FormField {...field('organizationName')} label="Organization" />
        <FormSelect {...field('organizationType')} label="Organization type" options={types} />
      </StaffForm>
      {Object.keys(typed).length > 0 && (
        <ActionButton variant="secondary" onPress={discard}>
          Discard what I typed
        </ActionButton>
      )}
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
    </div>
  );
}

type Edits = Omit<Parameters<typeof sendStaffCall<'editPerson'>>[1], 'personId'>;
