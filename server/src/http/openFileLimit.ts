/** How many files and connections this process may have open together. */
export const OPEN_FILE_LIMIT = openFilesLimit();

/** Node raises the soft limit to the hard one at its start. */
function openFilesLimit(): number {
  // Node's types have neither the setting, which avoids look-ups of host names, nor the report's fields.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}
