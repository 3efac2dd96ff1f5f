import { memo, type ReactNode } from 'react';
import { eventPicture } from '../page/eventPicture.ts';
import { RowLink, RowTexts } from '../page/RowLink.tsx';
import { SaveButton } from '../page/SaveButton.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { PinIcon } from '../ui/icons.tsx';
import { marked } from './marked.tsx';
import { excerptOf, hasMatch } from './markedParts.ts';
import { plainText } from './plainText.ts';
import styles from './SearchResult.module.css';
import type { SearchDocument } from './searchDocuments.ts';
import type { Found } from './searchIndex.ts';

interface SearchResultProps {
  found: Found;
  /** The name of the screen that shows it, to go back to. */
  from: string;
}

/**
 * One result, which links to what was found: when, what, where and who. Its words that matched are highlighted. A
 * session can be saved here.
 */
export const SearchResult = memo(({ found: { document, terms, isInBody }, from }: SearchResultProps) => {
  const { kind, item, title, names, room, details, body } = document;
  const mark = (text: string) => marked(text, terms);
  return (
    <>
      <RowLink to={addressOf(document)} from={from} face={faceOf(document)}>
        <RowTexts start={item?.startDate} title={mark(title)} room={room && mark(room)} />
        {names && <span className={styles.detail}>{mark(names)}</span>}
        {details && (kind !== 'session' || hasMatch(details, terms)) && (
          <span className={styles.detail}>{mark(details)}</span>
        )}
        {isInBody && <span className={styles.detail}>{mark(excerptOf(plainText(body), terms))}</span>}
      </RowLink>
      {kind === 'session' && item && <SaveButton key={document.id} item={item} />}
    </>
  );
}, looksSame);

/** Most rows stay as they are at the next letter. */
function looksSame(
  { found: one, from }: SearchResultProps,
  { found: other, from: before }: SearchResultProps,
): boolean {
  return (
    from === before &&
    one.document === other.document &&
    one.isInBody === other.isInBody &&
    one.terms.size === other.terms.size &&
    [...one.terms].every(([term, letters]) => other.terms.get(term) === letters)
  );
}

/** A sponsor has its place on a page of all; a room has its sessions. */
function addressOf({ kind, item, title }: SearchDocument): string {
  if (!item) return paths.room(title);
  return kind === 'sponsor' ? paths.sponsor(item.id) : paths.contentItem(item.campaignId, item.id);
}

function faceOf({ kind, item, title }: SearchDocument): ReactNode {
  if (kind === 'room') return <PinIcon />;
  return kind === 'speaker' && item && <Avatar name={title} picture={eventPicture(item)} />;
}
