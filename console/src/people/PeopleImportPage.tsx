import { PEOPLE_FILE_MAX, TOO_LARGE } from '@companion/contract/staff/peopleImport';
import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { toastProblem } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import { gzipBase64 } from './gzipBase64.ts';
import { ImportReport } from './ImportReport.tsx';
import styles from './people.module.css';

/** Attendees from a file: first a dry run with a report of every row, then the import. */
export function PeopleImportPage() {
  const [{ run: importId = '' }, change] = useSearch<'run' | 'filter' | 'page'>();
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const begin = async (name: 'checkPeopleImport' | 'importPeople') => {
    if (!file) return;
    if (file.size > PEOPLE_FILE_MAX) {
      toastProblem(TOO_LARGE);
      return;
    }
    setBusy(true);
    try {
      const { results } = await sendStaffCall(name, { content: await gzipBase64(file) });
      change({ run: results.importId, filter: '', page: '' });
    } catch (error) {
      const failure = shownFailure(error);
      if (failure) toastProblem(failure.errors.content ?? failure.message, failure.traceId);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <UpLink to={paths.people}>People</UpLink>
      <PageHead title="Import attendees">
        From an attendee export of Eventbrite (Reports, Attendees, CSV), or from any list with a header and the columns
        First Name, Last Name and Email. No one is invited yet.
      </PageHead>
      <Card className={styles.upload}>
        <Field
          label="The file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            change({ run: '', filter: '', page: '' });
          }}
        />
        <div className={styles.actions}>
          <ActionButton
            variant={importId ? 'secondary' : 'primary'}
            busy={isBusy}
            unavailable={file ? undefined : 'Choose a file first.'}
            onPress={() => void begin('checkPeopleImport')}
          >
            Check the file
          </ActionButton>
        </div>
        <p className={styles.note}>Importing a file twice changes nothing, so a newer export can follow at any time.</p>
      </Card>
      {importId && (
        <ImportReport
          importId={importId}
          onImport={file ? () => void begin('importPeople') : undefined}
          isBusy={isBusy}
        />
      )}
    </>
  );
}
