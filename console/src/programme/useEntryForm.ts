import type {
  FieldValue,
  ProgrammeEdit,
  ProgrammeFinding,
  ProgrammeList,
  ProgrammeRecord,
} from '@companion/contract/staff/programme';
import { createContext, useContext, useState } from 'react';
import { useMember } from '../api/member.ts';
import { observable } from '../api/observable.ts';
import { failureWith } from '../api/StaffFailure.ts';
import { readStaffCall } from '../api/sendStaffCall.ts';
import { type MaybeValue, orNull } from '../page/fieldValue.ts';
import { useAttempt } from '../page/StaffForm.tsx';
import {
  changeTyped,
  discardTyped,
  forgetSaved,
  formKey,
  moveTyped,
  NOTHING_TYPED,
  type Typed,
  typedNow,
  typeValue,
  useTyped,
} from '../page/unsaved.ts';
import { useIsShown } from '../page/useIsShown.ts';
import { editProgramme, toastEdited } from './editProgramme.tsx';
import { findingPath } from './findingPath.ts';
import { type Findings, findingsAt, findingText, messageText } from './findings.ts';
import { lastSeen } from './lastSeen.ts';
import { isLogo } from './pictureUrl.ts';
import { fieldsAt, isList, type Place, setEdits } from './programmeEdits.ts';
import { dropUploads, startUpload, uploadsFailed } from './uploads.ts';
import type { Draft } from './useProgramme.ts';

export interface EntryFormParts {
  draft: Draft;
  list: ProgrammeList | ProgrammeRecord;
  /** Null for a record, and for an entry that is new. */
  id: string | null;
  /** What a new entry begins with. */
  initial?: Record<string, FieldValue>;
  /** What a toast says once it is saved. */
  done: string;
  /** Edits that belong to a change, made with it. */
  more?(changed: Record<string, FieldValue | null>): ProgrammeEdit[];
  /**
   * A new entry was added.
   * @param path of its form, at the first field that has a problem
   * @param problems how many prevent that it is published
   */
  onAdded?(path: string, problems: number): void;
  /** A new entry with these values was added, and the form is for the next one. */
  onAnother?(added: Record<string, FieldValue>): void;
}

/**
 * The form of an entry or a record. A field that was not touched follows what others save; one that was keeps what is
 * typed, and is saved on top of what it had when the typing began. What is typed stays until it is saved, also when the
 * screen is left.
 */
export function useEntryForm({ draft, list, id, initial = {}, done, more, onAdded, onAnother }: EntryFormParts) {
  const { id: memberId } = useMember();
  const key = formKey(memberId, { list, id });
  const typed = useTyped(key);
  const { attempt, forget, failure, isUnconfirmed } = useAttempt();
  const isBusy = saving.use().includes(key);
  /** The fields with which what was just saved cannot be published. */
  const [unfit, setUnfit] = useState<readonly string[]>(NONE);
  /** While an entry is added and the next one follows, it is not clear to which of them a key belongs: it does nothing. */
  const [isLocked, setLocked] = useState(false);
  const isShown = useIsShown();
  const isNew = isList(list) && id === null;
  const current = isNew ? undefined : fieldsAt(draft.programme, { list, id });
  // What another member has removed stays on the screen with what is typed.
  const saved: Record<string, MaybeValue> =
    current ?? (isList(list) && id !== null ? (lastSeen(list, id) ?? {}) : initial);
  const findings: Findings = isNew ? { problems: [], warnings: [] } : findingsAt(draft, { list, id });

  const value = (field: string): MaybeValue => typed.values[field] ?? saved[field];
  const setValue = (field: string, given: FieldValue) => {
    if (!isLocked) typeValue(key, field, given, saved[field]);
  };
  /** Saving waits for it. It is part of the pack from then on. */
  const upload = (field: string | undefined, run: (add: AddPicture) => Promise<boolean>): void => {
    if (isLocked) return;
    startUpload(key, field, (isWanted) =>
      run((path, sha256) => {
        if (!isWanted()) return;
        changeTyped(key, (before) => ({ ...before, pictures: { ...before.pictures, [path]: sha256 } }));
        if (field !== undefined) typeValue(key, field, path.slice(path.indexOf('/') + 1), saved[field]);
      }),
    );
  };

  const save = async ({ another = false } = {}) => {
    setUnfit(NONE);
    setLocked(another);
    saving.set([...saving.get(), key]);
    const from = document.activeElement;
    const isSaved = await attempt(async () => {
      const failed = await uploadsFailed(key);
      if (failed.length > 0) {
        if (!isShown.current) throw failureWith('The picture could not be uploaded, so nothing was saved.');
        setUnfit(failed.flatMap(({ field }) => field ?? []));
        return false;
      }
      // With what was uploaded, or typed, meanwhile.
      const sent = typedNow(key);
      const all = { ...initial, ...sent.values };
      const edits = isNew ? addEdits(list, all) : fieldEdits({ list, id }, sent);
      const values = Object.fromEntries(Object.entries(sent.values).map(([field, given]) => [field, orNull(given)]));
      const edited = await editProgramme([...pictureEdits(draft, sent.pictures), ...edits, ...(more?.(values) ?? [])]);
      if (!edited) return false;
      const [added = null] = edited.added;
      const place = { list, id: isNew ? added : id };
      // A new entry stays on the screen until its own form takes its place.
      if (!isNew) forgetSaved(key, sent);
      const problems = await problemsAt(place);
      // A picture that was chosen meanwhile is one of the added entry: its form has it.
      if (isNew) await uploadsFailed(key);
      toastEdited(done, edited, problems.length);
      if (isNew) forgetSaved(key, sent);
      if (added !== null) moveTyped(key, formKey(memberId, place));
      // Not from a screen to which the member has gone meanwhile.
      if (!isShown.current) return true;
      if (another) onAnother?.(all);
      else if (added !== null) onAdded?.(findingPath({ field: null, ...problems[0], ...place }), problems.length);
      else if (!isTypingElsewhere(from)) setUnfit(problems.flatMap(({ field }) => field ?? []));
      return true;
    });
    saving.set(saving.get().filter((one) => one !== key));
    setLocked(false);
    return isSaved;
  };

  return {
    value,
    setValue,
    upload,
    pictures: typed.pictures,
    save,
    reset: () => {
      dropUploads(key);
      discardTyped(key);
      forget();
    },
    isNew,
    isGone: !isNew && current === undefined,
    isChanged: typed !== NOTHING_TYPED,
    isBusy,
    isLocked,
    failure,
    isUnconfirmed,
    unfit,
    /** What the server says of a field: about what was sent, or about what is saved while nothing else is typed. */
    errorOf: (field: string): string | undefined => {
      const rejected = failure?.errors[field];
      if (rejected !== undefined) return messageText(field, rejected);
      return field in typed.values ? undefined : findingText(findings.problems, field);
    },
    warningOf: (field: string): string | undefined =>
      field in typed.values ? undefined : findingText(findings.warnings, field),
    /** What is wrong with the entry as a whole. */
    problem: findingText(findings.problems, null),
  };
}

const NONE: readonly string[] = [];

/** The forms that are being saved, also those that were left: opened again, they do not save the same twice. */
const saving = observable<readonly string[]>([]);

/** Puts an uploaded picture into the form. */
type AddPicture = (path: string, sha256: string) => void;

/** Whether the member has gone on to another field since: the focus is not taken from it. */
function isTypingElsewhere(from: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== from && activeElement?.matches('input, select, textarea') === true;
}

/** What is wrong with what was just saved. That it cannot be read is no failure to save it. */
const problemsAt = (place: Place): Promise<ProgrammeFinding[]> =>
  readStaffCall('getProgramme', {}).then(
    ({ results }) => findingsAt(results, place).problems,
    () => [],
  );

export type EntryFormState = ReturnType<typeof useEntryForm>;

/** The form that a field is in. */
export const EntryFormContext = createContext<EntryFormState | undefined>(undefined);

export function useForm(): EntryFormState {
  const form = useContext(EntryFormContext);
  if (!form) throw new Error('Render this below EntryForm.');
  return form;
}

function addEdits(list: ProgrammeList, values: Record<string, FieldValue>): ProgrammeEdit[] {
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => orNull(value) !== null));
  return [{ op: 'add', list, fields }];
}

const fieldEdits = (
  place: { list: ProgrammeList | ProgrammeRecord; id: string | null },
  typed: Typed,
): ProgrammeEdit[] =>
  Object.entries(typed.values).map(([field, value]) => ({
    op: 'set',
    ...place,
    field,
    from: typed.bases[field] ?? null,
    to: orNull(value),
  }));

/** The pictures of the pack that a form changes. */
const pictureEdits = ({ programme }: Draft, pictures: Record<string, string>): ProgrammeEdit[] => {
  // There is one logo: one of another type takes its place.
  const logos = Object.keys(pictures).some(isLogo) ? Object.keys(programme.pictures).filter(isLogo) : [];
  const replaced = Object.fromEntries(logos.map((path) => [path, null]));
  return setEdits({ list: 'pictures', id: null }, programme.pictures, { ...replaced, ...pictures });
};
