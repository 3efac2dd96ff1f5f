import { type FieldValue, PROGRAMME_PICTURE_PATH, type Programme } from '@companion/contract/staff/programme';
import { useMemo } from 'react';
import styles from './ChangedValue.module.css';
import { diffLists } from './diffLists.ts';
import { diffTexts, shortened, type TextPart } from './diffTexts.ts';
import { valueText } from './programmeNames.ts';

interface ChangedValueProps {
  programme: Programme;
  field: string;
  from: FieldValue | null;
  to: FieldValue | null;
}

/** Longer values show as one text with what was removed and added, shorter ones as old and new. */
const SHORT_MAX = 60;
const SHA_256 = /^[0-9a-f]{64}$/;

/** What a field was and is. */
export function ChangedValue({ programme, field, from, to }: ChangedValueProps) {
  const [before, after] = [valueText(programme, field, from), valueText(programme, field, to)];
  const isList = Array.isArray(from) || Array.isArray(to);
  const parts = useMemo(() => partsOf(before, after, isList), [before, after, isList]);
  if (isPicture(from) || isPicture(to)) return <Pictures from={from} to={to} />;
  return (
    <div className={`written ${styles.value}`}>
      {parts.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is what its place makes it
        <Part key={index} kind={kind} text={text} />
      ))}
      {after === '' && <span className={styles.empty}>Now empty</span>}
    </div>
  );
}

function partsOf(before: string, after: string, isList: boolean): TextPart[] {
  if (isList) {
    return diffLists(linesOf(before), linesOf(after)).flatMap(({ kind, items }) =>
      items.map((text) => ({ kind, text: `${text}\n` })),
    );
  }
  const isShort = Math.max(before.length, after.length) <= SHORT_MAX && !/\n/.test(before + after);
  if (!isShort) return shortened(diffTexts(before, after));
  return [
    ...(before ? [{ kind: 'removed' as const, text: before }] : []),
    ...(before && after ? [{ kind: 'same' as const, text: ' → ' }] : []),
    ...(after ? [{ kind: 'added' as const, text: after }] : []),
  ];
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

/** Readers that do not announce deletions and insertions get them in words. */
function Part({ kind, text }: TextPart) {
  if (kind === 'same') return text;
  const Element = kind === 'removed' ? 'del' : 'ins';
  return (
    <Element className={styles[kind]}>
      <span className="visually-hidden">{kind === 'removed' ? ' removed: ' : ' added: '}</span>
      {text}
    </Element>
  );
}

const isPicture = (value: FieldValue | null): value is string => typeof value === 'string' && SHA_256.test(value);

const Pictures = ({ from, to }: Pick<ChangedValueProps, 'from' | 'to'>) => (
  <div className={styles.pictures}>
    <Picture name="Before" sha256={from} />
    <Picture name="After" sha256={to} />
  </div>
);

const Picture = ({ name, sha256 }: { name: string; sha256: FieldValue | null }) => (
  <figure className={styles.picture}>
    {isPicture(sha256) ? <img src={`/api${PROGRAMME_PICTURE_PATH}${sha256}`} alt="" loading="lazy" /> : 'No picture'}
    <figcaption>{name}</figcaption>
  </figure>
);
