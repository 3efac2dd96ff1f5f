import { type ComponentProps, useState } from 'react';
import { pictureSizes } from './pictureSizes.ts';

/** A picture and its sized copies. */
export interface PictureFile {
  /** The original. */
  src: string;
  /** In pixels, where it is known. */
  width: number | undefined;
  height: number | undefined;
  /** The copies by format, the best first. */
  sources: { type: string; srcSet: string }[];
}

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'onError'> {
  picture: PictureFile;
  alt: string;
  /** In CSS pixels. */
  shownWidth: number;
  /** Neither a copy nor the original can be shown. */
  onError(): void;
}

/** A picture in the format and size that suit the browser and the screen. */
export function Picture({ picture, alt, shownWidth, onError, ...rest }: PictureProps) {
  const { src, sources, width, height } = picture;
  const [hasFailed, setHasFailed] = useState(false);
  const isPlain = hasFailed || sources.length === 0;
  return (
    <picture>
      {!isPlain &&
        sources.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={pictureSizes(shownWidth)} />
        ))}
      <img
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        {...rest}
        // After the attributes that say when to load it.
        src={src}
        onError={() => (isPlain ? onError() : setHasFailed(true))}
      />
    </picture>
  );
}
