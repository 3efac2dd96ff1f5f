/** A picture as it is sent: base64 with its type. */
export const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsDataURL` leaves a text.
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1);

/** Photos are drawn anew when they are cropped; a drawing and an animation are sent as they are. */
export const isPhoto = (type: string): boolean => ['image/png', 'image/jpeg', 'image/webp'].includes(type);

/** A part of a picture, in pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Wider, nothing is gained on a phone. */
const MAX_SIDE = 1200;
const QUALITY = 0.9;

/**
 * A part of a photo as a photo of its own. The camera's notes, such as where it was taken, are left out.
 * @param type of the photo: a JPEG stays one, another may be transparent
 */
export async function cutOut(image: HTMLImageElement, part: Part, type: string): Promise<string> {
  const scale = Math.min(1, MAX_SIDE / Math.max(part.width, part.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot crop pictures.');
  context.imageSmoothingQuality = 'high';
  const { x, y, width, height } = part;
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const target = type === 'image/jpeg' ? type : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, target, QUALITY));
  if (!blob) throw new Error('This browser cannot crop this picture.');
  return dataUrlOf(blob);
}
