import type { ImportResult } from '@companion/contract/staff/programmeImport';
import { TABLE_FIELDS, type TableField } from '@companion/contract/staff/programmeImport';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { CardSection } from '../page/CardSection.tsx';
import styles from './ImportColumns.module.css';
import { fieldName } from './programmeNames.ts';

const NAMES: Partial<Record<TableField, string>> = {
  id: 'Id at the source',
  url: 'Website of a sponsor',
  tier: 'Tier of a sponsor',
  role: 'Role of a speaker',
  organization: 'Organization of a speaker',
  options: 'Options of a poll',
};
const OPTIONS = TABLE_FIELDS.map((field) => [field, NAMES[field] ?? fieldName(field)] as const);

interface ImportColumnsProps {
  columns: ImportResult['columns'];
  isBusy: boolean;
  onChange(columns: ImportResult['columns'][number]['field'][]): void;
}

/** What each column of a spreadsheet is, as it was recognized, to correct. */
export const ImportColumns = ({ columns, isBusy, onChange }: ImportColumnsProps) => (
  <CardSection title="Columns">
    <ul className={styles.columns}>
      {columns.map(({ header, field, samples }, index) => (
        // Headers may repeat; the place of a column is what it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          <SelectField
            label={header}
            options={OPTIONS}
            placeholder="Not imported"
            value={field ?? ''}
            aria-busy={isBusy}
            onChange={({ currentTarget }) => {
              const chosen = TABLE_FIELDS.find((each) => each === currentTarget.value) ?? null;
              onChange(columns.map((column, at) => (at === index ? chosen : column.field)));
            }}
          />
          <p className={`${styles.samples} written`}>{samples.join(' · ') || 'Empty'}</p>
        </li>
      ))}
    </ul>
  </CardSection>
);
