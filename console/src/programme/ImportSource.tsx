import { IMPORT_FILE_MAX, type ImportSource as Source } from '@companion/contract/staff/programmeImport';
import { Field } from '@companion/web/ui/Field.tsx';
import { FieldFrame } from '@companion/web/ui/FieldFrame.tsx';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { failureWith } from '../api/StaffFailure.ts';
import { Choices } from '../page/Choices.tsx';
import { forgetChoice, ofChosenFile } from '../page/chosenFile.ts';
import { base64Of, dataUrlOf } from './readPicture.ts';

export interface ChosenSource {
  kind: 'files' | 'text' | 'addresses';
  files: File[];
  text: string;
  address: string;
}

export const NO_SOURCE: ChosenSource = { kind: 'files', files: [], text: '', address: '' };

const KINDS = [
  ['files', 'A file'],
  ['text', 'Copied rows'],
  ['addresses', 'An address'],
] as const;

interface ImportSourceProps {
  chosen: ChosenSource;
  onChange(chosen: ChosenSource): void;
  errors: Record<string, string>;
}

/** Where the schedule is: in a file, on the clipboard, or on the web. */
export function ImportSource({ chosen, onChange, errors }: ImportSourceProps) {
  return (
    <>
      <Choices label="From" options={KINDS} value={chosen.kind} onChange={(kind) => onChange({ ...chosen, kind })} />
      {chosen.kind === 'files' && (
        <FieldFrame
          label="File"
          hint="A spreadsheet saved as CSV, or the schedule of Sessionize, pretalx, frab or Pentabarf. Of Sessionize's GridSmart view choose the file of the speakers too."
          error={errors.files}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="files"
              multiple
              accept=".csv,.tsv,.txt,.json,.xml,text/csv,application/json,text/xml"
              onClick={errors.files ? forgetChoice(() => onChange({ ...chosen, files: [] })) : undefined}
              onChange={({ currentTarget }) => onChange({ ...chosen, files: [...(currentTarget.files ?? [])] })}
            />
          )}
        </FieldFrame>
      )}
      {chosen.kind === 'text' && (
        <TextAreaField
          label="Rows"
          name="text"
          rows={8}
          hint="Select the rows in Excel or Sheets with their header, copy them, and paste them here."
          error={errors.text}
          spellCheck={false}
          value={chosen.text}
          onInput={({ currentTarget }) => onChange({ ...chosen, text: currentTarget.value })}
        />
      )}
      {chosen.kind === 'addresses' && (
        <Field
          label="Address"
          name="address"
          type="url"
          placeholder="https://"
          hint="Of the public schedule at Sessionize (API / Embed) or pretalx, of a JSON, XML or CSV file, or of a shared Google sheet."
          error={errors.address}
          value={chosen.address}
          onInput={({ currentTarget }) => onChange({ ...chosen, address: currentTarget.value })}
        />
      )}
    </>
  );
}

/** What is sent. @throws StaffFailure for what is missing or too large */
export async function sourceOf({ kind, files, text, address }: ChosenSource): Promise<Source> {
  if (kind === 'text') return text.trim() ? { kind, text } : refuse('text', 'Paste the rows of the spreadsheet');
  if (kind === 'addresses') {
    return address.trim() ? { kind, addresses: [address.trim()] } : refuse('address', 'Enter the address');
  }
  if (files.length === 0) return refuse('files', 'Choose a file');
  if (files.length > 2) return refuse('files', 'Choose one file, or two of Sessionize');
  if (files.some(({ size }) => size > IMPORT_FILE_MAX)) return refuse('files', 'Must be 10 MB or less');
  return {
    kind,
    files: await Promise.all(
      files.map(async (file) => ({
        name: file.name,
        content: base64Of(await ofChosenFile('files', dataUrlOf(file))),
      })),
    ),
  };
}

function refuse(field: string, error: string): never {
  throw failureWith('Please check what you entered.', { [field]: error });
}
