import type { ImportResult } from '@companion/contract/staff/programmeImport';
import { Field } from '@companion/web/ui/Field.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { type FormEvent, useState } from 'react';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { CardSection } from '../page/CardSection.tsx';
import { FormFailure, useAttempt, useFirstFault } from '../page/StaffForm.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useGoOn } from '../page/useGoOn.ts';
import { paths } from '../paths.ts';
import styles from './EventSettingsPage.module.css';
import { DRAFT_READS, tryToEdit } from './editProgramme.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import reportStyles from './ImportReport.module.css';
import { ImportReport } from './ImportReport.tsx';
import { type ChosenSource, ImportSource, NO_SOURCE, sourceOf } from './ImportSource.tsx';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { dateOf, textOf } from './programmeEdits.ts';
import type { Draft } from './useProgramme.ts';

type Columns = ImportResult['columns'][number]['field'][];

const ZONES = Intl.supportedValuesOf('timeZone');

/** Imports a schedule into the draft: first a report of every row, then the same as one edit. */
export const ImportPage = () => (
  <ProgrammeFrame title="Import sessions" place="import" up={<UpLink to={paths.programme}>Sessions</UpLink>}>
    {(draft) => <Import draft={draft} />}
  </ProgrammeFrame>
);

function Import({ draft: { draft, programme } }: { draft: Draft }) {
  const goOn = useGoOn();
  const { attempt, isBusy, failure, forget } = useAttempt();
  const form = useFirstFault(failure);
  const [chosen, setChosen] = useState<ChosenSource>(NO_SOURCE);
  // The zone of an event that no one has begun to set up is that of the person who does.
  const isBegun = draft.revision > 0 || draft.changes > 0;
  const [zone, setZone] = useState(
    isBegun ? textOf(programme.event.timeZone) : Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const [firstDay, setFirstDay] = useState(dateOf(textOf(programme.event.firstDay)));
  const [mainRoom, setMainRoom] = useState('');
  const [result, setResult] = useState<ImportResult>();

  /** What was reported, or rejected, no longer holds. */
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setResult(undefined);
      forget();
    };
  };
  const send = async (more: { dryRun: boolean; skipBad: boolean; columns?: Columns; digest?: string }) =>
    (
      await sendStaffCall(
        'importProgramme',
        {
          source: await sourceOf(chosen),
          zone,
          ...(firstDay && { firstDay }),
          ...(mainRoom && { mainRoom }),
          ...more,
        },
        more.dryRun ? [] : DRAFT_READS,
      )
    ).results;
  const look = (more: { skipBad?: boolean; columns?: Columns } = {}) =>
    attempt(async () => setResult(await send({ dryRun: true, skipBad: false, ...more })));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void look();
  };
  const columns = result?.columns.length ? result.columns.map(({ field }) => field) : undefined;
  const run = (skipBad: boolean) =>
    attempt(async () => {
      if (!result?.digest) return;
      const { undo } = await send({ dryRun: false, skipBad, digest: result.digest, ...(columns && { columns }) });
      toastDone('The sessions are imported.', { label: 'Undo', run: () => void tryToEdit(undo, 'Taken back.') });
      goOn(paths.programme);
    });

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className={reportStyles.after}>
        <CardSection title="Where they are" className={styles.part}>
          <ImportSource chosen={chosen} onChange={change(setChosen)} errors={failure?.errors ?? {}} />
        </CardSection>
        <CardSection title="When and where" className={styles.part}>
          <div className={styles.pair}>
            <SelectField
              label="Time zone of the event"
              name="zone"
              options={ZONES.includes(zone) || zone === '' ? ZONES : [zone, ...ZONES]}
              value={zone}
              error={failure?.errors.zone}
              onChange={({ currentTarget }) => change(setZone)(currentTarget.value)}
            />
            <Field
              label="First day"
              name="firstDay"
              type="date"
              value={firstDay}
              hint="Empty: the first day with a session, or the event's own while it has other sessions."
              error={failure?.errors.firstDay}
              onInput={({ currentTarget }) => change(setFirstDay)(currentTarget.value)}
            />
          </div>
          {result && result.rooms.length > 1 && (
            <SelectField
              label="Room of the main stage"
              name="mainRoom"
              options={result.rooms}
              placeholder="Decide by the times"
              value={mainRoom}
              onChange={({ currentTarget }) => change(setMainRoom)(currentTarget.value)}
            />
          )}
        </CardSection>
        <FormFailure failure={failure} />
        <ActionButton type="submit" variant={result ? 'secondary' : 'primary'} busy={isBusy}>
          {result ? 'Look again' : 'Look at what it would change'}
        </ActionButton>
      </form>
      {result && (
        <>
          {result.columns.length > 0 && (
            <ImportColumns
              columns={result.columns}
              isBusy={isBusy}
              onChange={(given) => void look({ columns: given })}
            />
          )}
          <ImportReport
            result={result}
            isBusy={isBusy}
            onSkip={() => void look({ skipBad: true, ...(columns && { columns }) })}
            onImport={(skipBad) => void run(skipBad)}
          />
        </>
      )}
    </>
  );
}
