import type { ProgrammeEntry, ProgrammeList } from '@companion/contract/staff/programme';
import { useRef } from 'react';
import { shownAnswer } from '../api/store.ts';
import { tryToEdit } from './editProgramme.tsx';
import { moveEdit } from './moveEdit.ts';
import { entryTitle } from './programmeNames.ts';

/**
 * Moves entries among those of a group, one after the other, each on the order that the one before has left.
 * @param isInGroup whether an entry is among those that the list shows together
 */
export function useMoveEntry(list: ProgrammeList) {
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  return (entry: ProgrammeEntry, by: 1 | -1, isInGroup: (entry: ProgrammeEntry) => boolean = () => true): void => {
    queue.current = queue.current.then(async () => {
      const entries = shownAnswer('getProgramme', {})?.results.programme[list] ?? [];
      const group = entries.filter(isInGroup).map(({ id }) => id);
      const all = entries.map(({ id }) => id);
      const edit = moveEdit(list, all, group, entry.id, by);
      const place = group.indexOf(entry.id) + by + 1;
      if (edit) await tryToEdit([edit], `${entryTitle(entry)} is at place ${place} of ${group.length}.`);
    });
  };
}
