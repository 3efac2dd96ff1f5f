import type { ProgrammeEdit, ProgrammeEntry, ProgrammeList } from '@companion/contract/staff/programme';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { UpLink } from '../page/UpLink.tsx';
import { useGoOn } from '../page/useGoOn.ts';
import { NEW_ENTRY, paths } from '../paths.ts';
import { ProgrammeFrame } from './ProgrammeFrame.tsx';
import { ENTRY_NAMES, entryTitle, PLACE_NAMES } from './programmeNames.ts';
import { RemoveEntry } from './RemoveEntry.tsx';
import type { Draft } from './useProgramme.ts';

/** The lists whose entries have a screen each: that of the list, its name, and the parameter with the id. */
const SCREENS = {
  agenda: { toList: paths.programme, listName: PLACE_NAMES.agenda, parameter: 'sessionId' },
  speakers: { toList: paths.speakers, listName: PLACE_NAMES.speakers, parameter: 'speakerId' },
  sponsors: { toList: paths.sponsors, listName: PLACE_NAMES.sponsors, parameter: 'sponsorId' },
  questions: { toList: paths.campaigns, listName: PLACE_NAMES.campaigns, parameter: 'questionId' },
} as const satisfies Partial<Record<ProgrammeList, object>>;

/** What the form of an entry is given. */
export interface EntryParts {
  draft: Draft;
  /** Null for a new entry. */
  id: string | null;
  /** Opens the form of the entry that was added. */
  onAdded(path: string): void;
  /** The button that removes the entry, if it is there. */
  actions: ReactNode;
}

interface EntryPageProps {
  list: keyof typeof SCREENS;
  /** The buttons of the screen of an entry that is there already. */
  actions?(id: string): ReactNode;
  /** What removing the entry means for attendees, and the edits that take it out of other entries. */
  onRemoval(draft: Draft, id: string): { text: ReactNode; before?: ProgrammeEdit[] };
  /** The form. */
  children(parts: EntryParts): ReactNode;
}

/** The screen of one entry of a list, or of a new one. */
export function EntryPage({ list, actions, onRemoval, children }: EntryPageProps) {
  const { toList, listName, parameter } = SCREENS[list];
  const { [parameter]: given = '' } = useParams();
  const id = given === NEW_ENTRY ? null : given;
  const goOn = useGoOn();
  const onAdded = (path: string) => goOn(path, { replace: true });
  const entryIn = ({ programme }: Draft): ProgrammeEntry | undefined => programme[list].find((one) => one.id === id);
  const remove = (draft: Draft) => {
    const entry = entryIn(draft);
    if (!entry) return null;
    const { text, before = [] } = onRemoval(draft, entry.id);
    return (
      <RemoveEntry list={list} entry={entry} before={before} onRemoved={() => goOn(toList)}>
        <p>{text}</p>
      </RemoveEntry>
    );
  };
  return (
    <ProgrammeFrame
      // Another form has other fields.
      key={given}
      title={(draft) => (id === null ? `New ${ENTRY_NAMES[list]}` : entryTitle(entryIn(draft) ?? {}))}
      place={id === null ? list : `${list}/${id}`}
      up={<UpLink to={toList}>{listName}</UpLink>}
      actions={id !== null && actions?.(id)}
    >
      {(draft) => children({ draft, id, onAdded, actions: remove(draft) })}
    </ProgrammeFrame>
  );
}
