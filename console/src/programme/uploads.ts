interface Upload {
  /** The field that names the file; undefined for the logo of the event. */
  field: string | undefined;
  /** Whether the form has it, or wants it no more. */
  isDone: Promise<boolean>;
}

/** The uploads of each form that have no answer yet, also of one that was left. */
const running = new Map<string, Set<Upload>>();

/**
 * Runs an upload of a form, whose saving waits for it.
 * @param run whether it is done; `isWanted` says whether the form still waits for it
 */
export function startUpload(
  key: string,
  field: string | undefined,
  run: (isWanted: () => boolean) => Promise<boolean>,
): void {
  const ofForm = running.get(key) ?? new Set();
  running.set(key, ofForm);
  const isWanted = () => ofForm.has(upload);
  // A moment later, when it is among those of the form.
  const isDone = Promise.resolve().then(() => run(isWanted));
  const upload: Upload = { field, isDone: isDone.finally(() => ofForm.delete(upload)) };
  ofForm.add(upload);
}

/** Waits until a form has all that is being uploaded. @returns the uploads that failed */
export async function uploadsFailed(key: string): Promise<Pick<Upload, 'field'>[]> {
  const failed: Upload[] = [];
  for (let all = [...(running.get(key) ?? [])]; all.length > 0; all = [...(running.get(key) ?? [])]) {
    const done = await Promise.all(all.map(({ isDone }) => isDone));
    failed.push(...all.filter((_, index) => !done[index]));
  }
  return failed;
}

/** What is being uploaded for a form is not for it any more. */
export const dropUploads = (key: string): void => running.get(key)?.clear();
