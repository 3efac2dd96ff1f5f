/** What the header of a JPEG says of how it is decoded. */
interface JpegFrame {
  /** The coefficients of a pixel, over all components: 3 without subsampling of the colours, else fewer. */
  samplesPerPixel: number;
  /** Whether all coefficients are read before the first pixel is known, and held in memory until then. */
  isHeld: boolean;
}

const START_OF_SCAN = 0xda;
/** In the marker of a frame: it is progressive. */
const PROGRESSIVE = 0x02;
/** From here on, frames, except for three markers of other segments. */
const [FIRST_FRAME, LAST_FRAME, NO_FRAMES] = [0xc0, 0xcf, [0xc4, 0xc8, 0xcc]];
const isFrame = (marker: number) => marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.includes(marker);
/** Markers without a segment: filling, or what belongs into a scan. */
const isAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff;

/** Undefined if it is not a JPEG, or a scan or the end comes before the frame. */
export function jpegFrame(bytes: Uint8Array): JpegFrame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: (JpegFrame & { components: number }) | undefined;
  for (let at = 2; at + 4 < bytes.length; ) {
    const marker = view.getUint8(at + 1);
    // Decoders, too, look for the next marker after bytes that belong to none.
    if (view.getUint8(at) !== 0xff || isAlone(marker)) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) {
      // A scan of some components only: the others follow in later ones.
      return frame && { ...frame, isHeld: frame.isHeld || view.getUint8(at + 4) < frame.components };
    }
    const length = view.getUint16(at + 2);
    if (isFrame(marker)) frame = readFrame(marker, bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** The segment holds the precision, height and width, then the number of components and three bytes of each. */
function readFrame(marker: number, segment: Uint8Array): (JpegFrame & { components: number }) | undefined {
  const components = segment[5] ?? 0;
  const factors = Array.from({ length: components }, (_, index) => segment[7 + 3 * index] ?? 0);
  const [across, down] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 0xf)];
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 0xf), 0);
  const samplesPerPixel = samples / (Math.max(...across) * Math.max(...down));
  if (!(samplesPerPixel > 0)) return undefined;
  return { components, samplesPerPixel, isHeld: (marker & PROGRESSIVE) !== 0 };
}
