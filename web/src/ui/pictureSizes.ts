/** The attribute `sizes` of a picture. In data-saving mode a copy for half as many pixels will do. */
export function pictureSizes(shownWidth: number): string {
  // Not in every browser.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return `${Math.ceil(connection?.saveData ? shownWidth / 2 : shownWidth)}px`;
}
