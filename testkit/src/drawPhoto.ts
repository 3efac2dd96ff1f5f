import sharp from 'sharp';

/** A JPEG as a camera makes it: large, and with noise that does not compress well. */
export function drawPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#0e4a5a', noise } })
    .jpeg()
    .toBuffer();
}
