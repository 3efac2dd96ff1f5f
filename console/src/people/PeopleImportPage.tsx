import { PEOPLE_FILE_MAX, TOO_LARGE } from '@companion/contract/staff/peopleImport';
import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useRef, useState } from 'react';
import { failureWith } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { forgetChoice, ofChosenFile } from '../page/chosenFile.ts';
import { PageHead } from '../page/PageHead.tsx';
import { FormFailure, useAttempt, useFirstFault } from '../page/StaffForm.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { ImportReport } from './ImportReport.tsx';
import styles from './people.module.css';

/** Attendees from a file: first a dry run with a report of every row, then the import. */
export function PeopleImportPage() {
  const [{ run: importId = '' }, change] = useSearch<'run' | 'filter' | 'page'>();
  const chosen = useRef<File>(undefined);
  const [checked, setChecked] = useState<StaffAnswer<'checkPeopleImport'>['results'] & { file: File }>();
  // A report that is not of a check made here, such as after a reload, leads to no import.
  const reported = checked?.importId === importId ? checked : undefined;
  const { attempt, isBusy, failure, isUnconfirmed, forget } = useAttempt();
  const form = useFirstFault(failure);
  const show = (run: string) => change({ run, filter: '', page: '' });
  const check = () =>
    attempt(async () => {
      const file = chosen.current;
      if (!file) throw failureWith('Choose a file.', { content: 'Choose a file' });
      if (file.size > PEOPLE_FILE_MAX) throw failureWith(TOO_LARGE, { content: TOO_LARGE });
      try {
        const { results } = await sendStaffCall('checkPeopleImport', { content: await gzipBase64(file) });
        if (chosen.current !== file) return;
        setChecked({ ...results, file });
        show(results.importId);
      } catch (error) {
        // Of a file in whose place another was chosen meanwhile, nothing is said.
        if (chosen.current === file) throw error;
      }
    });
  const forgetFile = () => {
    chosen.current = undefined;
  };
  const run = (file: File) =>
    attempt(async () => {
      const { results } = await sendStaffCall('importPeople', { content: await gzipBase64(file) });
      show(results.importId);
    });
  return (
    <>
      <UpLink to={paths.people}>People</UpLink>
      <PageHead title="Import attendees">
        From an attendee export of Eventbrite (Reports, Attendees, CSV), or from any list with a header and the columns
        First Name, Last Name and Email. No one is invited yet.
      </PageHead>
      <Card className={styles.upload}>
        <form
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) void check();
          }}
        >
          <Field
            label="The file"
            name="content"
            type="file"
            accept=".csv,text/csv"
            error={failure?.errors.content}
            onClick={failure?.errors.content ? forgetChoice(forgetFile) : undefined}
            onChange={({ currentTarget }) => {
              chosen.current = currentTarget.files?.[0];
              show('');
              forget();
            }}
          />
          <FormFailure failure={failure} isUnconfirmed={isUnconfirmed} />
          <ActionButton type="submit" variant={importId ? 'secondary' : 'primary'} busy={isBusy}>
            Check the file
          </ActionButton>
        </form>
        <p className={styles.note}>Importing a file twice changes nothing, so a newer export can follow at any time.</p>
      </Card>
      {importId && (
        <ImportReport
          importId={importId}
          sample={reported?.sample ?? []}
          onImport={reported && (() => void run(reported.file))}
          isBusy={isBusy}
        />
      )}
    </>
  );
}

/** So much is taken at once: a call has a limited number of arguments. */
const PART_BYTES = 0x8000;

/** A file, compressed, as text for a JSON body. */
async function gzipBase64(file: Blob): Promise<string> {
  const zipped = file.stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await ofChosenFile('content', new Response(zipped).arrayBuffer()));
  let text = '';
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    text += String.fromCharCode(...bytes.subarray(from, from + PART_BYTES));
  }
  return btoa(text);
}
