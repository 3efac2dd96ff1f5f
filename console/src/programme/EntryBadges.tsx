import type { ProgrammeList } from '@companion/contract/staff/programme';
import { useMember } from '../api/member.ts';
import { Badge } from '../page/Badge.tsx';
import { countText } from '../page/countText.ts';
import { formKey, NOTHING_TYPED, useTyped } from '../page/unsaved.ts';
import styles from './EntryBadges.module.css';
import { findingsAt } from './findings.ts';
import { HereNow } from './ProgrammeFrame.tsx';
import type { Draft } from './useProgramme.ts';

/** Beside an entry of a list: what is wrong with it, what was typed and not saved, and who has it open. */
export function EntryBadges({ draft, list, id }: { draft: Draft; list: ProgrammeList; id: string }) {
  const isTyped = useTyped(formKey(useMember().id, { list, id })) !== NOTHING_TYPED;
  const { problems, warnings } = findingsAt(draft, { list, id });
  return (
    <span className={styles.badges}>
      <HereNow place={`${list}/${id}`} />
      {isTyped && <Badge tone="stage">Not saved</Badge>}
      {problems.length > 0 && <Badge tone="stage">{countText(problems.length, 'problem')}</Badge>}
      {warnings.length > 0 && <Badge>{countText(warnings.length, 'warning')}</Badge>}
    </span>
  );
}
