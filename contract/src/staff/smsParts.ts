/** The alphabet of SMS, GSM 03.38: each character takes one place. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension: each character takes two places. */
const GSM_EXTENSION = '\f^{}\\[~]|€';

/** The places of one SMS, and of each part of a longer one, which loses some to the number of the part. */
const PLACES = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } };

/**
 * The parts in which providers send a text, and charge it. One character outside of the alphabet of SMS makes all of them
 * shorter.
 */
export function smsParts(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => GSM.includes(one) || GSM_EXTENSION.includes(one));
  const { one, part } = isGsm ? PLACES.gsm : PLACES.ucs2;
  // In UCS-2, an emoji takes two places.
  const placesOf = (character: string) => (isGsm ? (GSM_EXTENSION.includes(character) ? 2 : 1) : character.length);
  const places = characters.map(placesOf);
  if (places.reduce((sum, count) => sum + count, 0) <= one) return 1;
  // No character is split between two parts.
  let parts = 1;
  let used = 0;
  for (const count of places) {
    if (used + count > part) {
      parts += 1;
      used = 0;
    }
    used += count;
  }
  return parts;
}
