/** A zone in which it is noon now, for an event whose phones are pushed to at any time of a test. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The signs of these names are the other way round.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
