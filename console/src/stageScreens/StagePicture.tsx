import { STAGE_PICTURE_MAX, STAGE_PICTURE_PATH, STAGE_PICTURE_TYPES } from '@companion/contract/staff/betweenPolls';
import { useRef } from 'react';
import { failureWith } from '../api/StaffFailure.ts';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffReadName } from '../api/staffApi.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import styles from './StageScreensPage.module.css';

const CHANGED: StaffReadName[] = ['getBetweenPolls'];

/** In the words of the server, which would not read a file that is much larger. */
const TOO_LARGE = 'Must be 2 MB or less';

/** A picture of the staff's own for the stage between polls. */
export function StagePicture() {
  const picture = useStaffQuery('getBetweenPolls', {}).data?.results.picture;
  const remove = useStaffMutation('removeStagePicture', CHANGED);
  const file = useRef<HTMLInputElement>(null);
  const upload = async ({ alt = '' }: Record<string, string>) => {
    const chosen = file.current?.files?.[0];
    if (!chosen) throw failureWith('Choose a picture.', { content: 'Choose a picture' });
    if (chosen.size > STAGE_PICTURE_MAX) throw failureWith(TOO_LARGE, { content: TOO_LARGE });
    await sendStaffCall('putStagePicture', { content: await base64Of(chosen), alt }, CHANGED);
    toastDone('The stage shows the picture between polls.');
  };
  return (
    <>
      {picture && (
        <div className={styles.picture}>
          <img src={`/api${STAGE_PICTURE_PATH}${picture.id}`} alt={picture.alt} />
          <ConfirmButton
            size="small"
            action="Remove the picture"
            title="Remove the picture?"
            onConfirm={() => remove.send({}, 'The picture is removed.')}
          >
            <p>Where the stage shows it, it shows the welcome.</p>
          </ConfirmButton>
        </div>
      )}
      <StaffForm action={picture ? 'Replace the picture' : 'Upload a picture'} onSubmit={upload}>
        <FormField
          ref={file}
          label="A picture of your own"
          hint="PNG, JPEG or WebP, 2 MB or less, best 1920 × 1080"
          name="content"
          type="file"
          accept={STAGE_PICTURE_TYPES.join()}
        />
        <FormField label="What it shows" hint="For those who do not see it" name="alt" autoComplete="off" />
      </StaffForm>
    </>
  );
}

/** The content of a file, as JSON can hold it. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(failureWith('The file cannot be read.', { content: 'The file cannot be read' }));
    reader.readAsDataURL(file);
  });
