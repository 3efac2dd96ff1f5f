import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useEffect, useState } from 'react';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { HtmlText } from './HtmlText.tsx';
import styles from './MarkdownField.module.css';
import { textOf } from './programmeEdits.ts';
import { fieldName } from './programmeNames.ts';
import { useForm } from './useEntryForm.ts';

interface MarkdownFieldProps {
  field: string;
  label?: string;
  rows?: number;
}

/** A text in Markdown, and beside it what phones make of it. */
export function MarkdownField({ field, label = fieldName(field), rows = 10 }: MarkdownFieldProps) {
  const form = useForm();
  const markdown = textOf(form.value(field));
  return (
    <div className={styles.both}>
      <TextAreaField
        label={label}
        hint={form.warningOf(field) ?? 'Markdown: **bold**, *italic*, - lists, ## headings, [links](https://…)'}
        error={form.errorOf(field)}
        name={field}
        rows={rows}
        value={markdown}
        onInput={({ currentTarget }) => form.setValue(field, currentTarget.value)}
      />
      <MarkdownPreview label={label} markdown={markdown} />
    </div>
  );
}

/** Time enough to go on typing. */
const PAUSE_MS = 400;

/** A text as phones show it: the server renders it, with the same rules as when it is published. */
function MarkdownPreview({ label, markdown }: { label: string; markdown: string }) {
  const [html, setHtml] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (markdown.trim() === '') return setHtml('');
    let isNewest = true;
    const timer = setTimeout(async () => {
      try {
        const { results } = await sendStaffCall('previewMarkdown', { markdown });
        if (!isNewest) return;
        setHtml(results.html);
        setProblem(undefined);
      } catch (error) {
        if (isNewest) setProblem(shownFailure(error)?.message);
      }
    }, PAUSE_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [markdown]);
  return (
    <section className={styles.preview} aria-label={`${label}, as phones show it`}>
      <p className={styles.caption}>As phones show it</p>
      <div className={styles.phone}>
        {problem ? (
          <p>{problem}</p>
        ) : html === '' ? (
          <p className={styles.none}>Nothing yet</p>
        ) : (
          <HtmlText html={html} />
        )}
      </div>
    </section>
  );
}
