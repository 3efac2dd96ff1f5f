import type { ProgrammeEdit, ProgrammeEntry, ProgrammeList } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { useEdit } from './editProgramme.tsx';
import { removeEdit } from './programmeEdits.ts';
import { ENTRY_NAMES, entryTitle } from './programmeNames.ts';

interface RemoveEntryProps {
  list: ProgrammeList;
  entry: ProgrammeEntry;
  /** What this means for attendees. */
  children: ReactNode;
  /** Edits that take the entry out of others. Made with it, before it. */
  before?: ProgrammeEdit[];
  onRemoved(): void;
}

/** Asks, and removes an entry from the draft. */
export function RemoveEntry({ list, entry, children, before = [], onRemoved }: RemoveEntryProps) {
  const { edit } = useEdit();
  const title = entryTitle(entry);
  const remove = async () => {
    const edited = await edit([...before, removeEdit(list, entry)], `The ${ENTRY_NAMES[list]} “${title}” is removed.`);
    if (edited) onRemoved();
  };
  return (
    <ConfirmButton
      action="Remove"
      label={`Remove this ${ENTRY_NAMES[list]}`}
      title={`Remove “${title}”?`}
      onConfirm={remove}
    >
      {children}
    </ConfirmButton>
  );
}
