import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { PICTURE_FORMATS, PICTURE_WIDTHS, sizedQuery } from '@companion/contract/picture';
import { eventFile } from '../api/eventApi.ts';
import type { PictureFile } from '../ui/Picture.tsx';

/** The picture of a speaker or a sponsor, if it has one. */
export function eventPicture({ type, category, slug, picture }: ContentItem): PictureFile | undefined {
  if (!slug) return undefined;
  if (type !== 'Speaker' && category !== 'Sponsor') return undefined;
  const src = eventFile(type === 'Speaker' ? EVENT_FILES.speaker(slug) : EVENT_FILES.sponsor(slug));
  const { width, height, version } = picture ?? {};
  if (!version || !width) return { src, width, height, sources: [] };
  // Copies are not enlarged, so those above the original's width are all the same.
  const widths = PICTURE_WIDTHS.filter((_, index) => (PICTURE_WIDTHS[index - 1] ?? 0) < width);
  const sources = PICTURE_FORMATS.map((format) => ({
    type: `image/${format}`,
    srcSet: widths.map((w) => `${src}${sizedQuery(version, w, format)} ${Math.min(w, width)}w`).join(', '),
  }));
  return { src, width, height, sources };
}
