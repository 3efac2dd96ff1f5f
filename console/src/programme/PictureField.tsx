import { PROGRAMME_PICTURE_MAX } from '@companion/contract/staff/programme';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import { toastProblem } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { askInDialog } from '../page/dialogSlot.tsx';
import styles from './PictureField.module.css';
import { isLogo, type PicturePlace, pictureOf } from './pictureUrl.ts';
import { textOf } from './programmeEdits.ts';
import { base64Of, dataUrlOf, isPhoto } from './readPicture.ts';
import { useForm } from './useEntryForm.ts';
import type { Draft } from './useProgramme.ts';

interface PictureFieldProps {
  draft: Draft;
  label: string;
  place: PicturePlace;
  /** The field of the entry that names the file; for the logo of the event there is none. */
  field?: string;
  /** The id of the entry, which gives the file its name. */
  id?: string | null;
  /** Width by height, where phones crop the picture. */
  ratio?: number;
  /** What screen readers say in its place. */
  alt: string;
}

/** A picture of the pack: chosen, dropped or pasted, cropped where phones crop it, and uploaded. */
export function PictureField({ draft, label, place, field, id, ratio, alt }: PictureFieldProps) {
  const form = useForm();
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ isBusy?: boolean; problem?: string | undefined; note?: string }>({});
  const [isOver, setOver] = useState(false);
  const name = field === undefined ? logoIn(form.pictures, draft.programme.pictures) : textOf(form.value(field));
  const picture = pictureOf(draft, place, name, form.pictures);

  const upload = (file: File) => {
    // A key that is held pastes the same picture again and again.
    if (state.isBusy) return toastProblem('A picture is being uploaded. Choose another one when it is there.');
    form.upload(field, async (add) => {
      setState({ isBusy: true });
      try {
        const content = await croppedContent(file, ratio);
        if (content === undefined) {
          setState({});
          return true;
        }
        const { results } = await sendStaffCall('uploadPicture', { content, place, ...(id ? { id } : {}) });
        add(results.path, results.sha256);
        setState({ note: results.warning });
        return true;
      } catch (error) {
        setState({ problem: problemOf(error) });
        return false;
      }
    });
  };
  const take = useRef(upload);
  take.current = upload;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      take.current(file);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) upload(file);
  };
  const problem = state.problem ?? (field === undefined ? undefined : form.errorOf(field));
  return (
    <fieldset className={styles.field} aria-describedby={`${labelId}-hint ${labelId}-problem`}>
      <legend className={styles.legend}>{label}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same as dropping */}
      <div
        className={styles.place}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {picture ? (
          <img src={picture.src} alt={alt} className={ratio === 1 ? styles.face : styles.logo} />
        ) : (
          <span className={styles.none}>No picture</span>
        )}
        <div className={styles.buttons}>
          <RowButton
            name={field}
            busy={form.isLocked || (state.isBusy ?? false)}
            onPress={() => input.current?.click()}
          >
            {picture ? 'Replace' : 'Choose a picture'}
          </RowButton>
          {picture && field !== undefined && <RowButton onPress={() => form.setValue(field, '')}>Take out</RowButton>}
          <p className={styles.hint} id={`${labelId}-hint`}>
            Or drop one here, or paste it. SVG, PNG, JPEG or WebP. Screen readers say: “{alt}”.
          </p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/svg+xml,image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) upload(file);
        }}
      />
      <p id={`${labelId}-problem`} className={styles.problem} aria-live="polite">
        {problem}
      </p>
      {state.note && <p className={styles.hint}>{state.note}</p>}
    </fieldset>
  );
}

/** The name of the event's logo: one that was uploaded here, or that of the draft. */
const logoIn = (...pictures: Record<string, unknown>[]): string =>
  pictures.flatMap((paths) => Object.keys(paths)).find(isLogo) ?? '';

/** What is uploaded of a file, as base64; undefined if its cropping was closed. */
async function croppedContent(file: File, ratio: number | undefined): Promise<string | undefined> {
  const url = await dataUrlOf(file);
  if (ratio === undefined || !isPhoto(file.type)) {
    if (file.size > PROGRAMME_PICTURE_MAX) throw new Error('The file is larger than 5 MB. Please make it smaller.');
    return base64Of(url);
  }
  const { CropDialog } = await import('./CropDialog.tsx');
  const cropped = await askInDialog<Promise<string> | undefined>((answer) => (
    <CropDialog photo={url} type={file.type} ratio={ratio} onAnswer={answer} />
  ));
  return cropped === undefined ? undefined : base64Of(await cropped);
}

/** Of the server, by field, or of the browser. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof Error) return error.message;
  const failure = shownFailure(error);
  return Object.values(failure?.errors ?? {})[0] ?? failure?.message;
}
