import { useRef, useState } from 'react';
import ReactCrop, { centerCrop, convertToPixelCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { ActionButton } from '../page/ActionButton.tsx';
import { Dialog, DialogActions, DialogText } from '../page/Dialog.tsx';
import styles from './CropDialog.module.css';
import { cutOut } from './readPicture.ts';

interface CropDialogProps {
  /** The photo, as a data URL. */
  photo: string;
  type: string;
  /** Width by height, as phones show it. */
  ratio: number;
  /** Gets the cropped photo; undefined when it was closed. @throws Error for what is no photo, or what the browser says */
  onAnswer(photo: Promise<string> | undefined): void;
}

/** In the words of the server, which refuses other files by their content. */
const NO_PICTURE = 'Must be an SVG, PNG, JPEG or WebP picture';

/** Chooses the part of a photo that phones show: by dragging, or with the arrow keys. */
export function CropDialog({ photo, type, ratio, onAnswer }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const begin = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) =>
    setCrop(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height), width, height));
  const apply = () => {
    const shown = image.current;
    if (!shown || !crop) return;
    onAnswer(cutOut(shown, convertToPixelCrop(crop, shown.naturalWidth, shown.naturalHeight), type));
  };
  return (
    <Dialog title="Crop the picture" size="wide" onClose={() => onAnswer(undefined)}>
      {(close) => (
        <DialogText>
          <p>
            Drag the frame, or move it with the arrow keys. Its corners change its size. Phones show what is inside, as
            a circle.
          </p>
          <ReactCrop crop={crop} onChange={(_, percent) => setCrop(percent)} aspect={ratio} circularCrop keepSelection>
            <img
              ref={image}
              src={photo}
              alt="What you crop"
              className={styles.photo}
              onLoad={({ currentTarget }) => begin(currentTarget)}
              onError={() => onAnswer(Promise.reject(new Error(NO_PICTURE)))}
            />
          </ReactCrop>
          <DialogActions>
            <ActionButton variant="secondary" onPress={close}>
              Cancel
            </ActionButton>
            <ActionButton onPress={apply}>Use this part</ActionButton>
          </DialogActions>
        </DialogText>
      )}
    </Dialog>
  );
}
