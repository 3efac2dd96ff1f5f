/**
 * Whether this browser may hold data of an account. Unlike the store it loads no code: most visitors of the login screen
 * have none.
 */
export async function mayHoldData(): Promise<boolean> {
  try {
    // Not every supported browser can list its databases.
    return (await indexedDB.databases?.())?.length !== 0;
  } catch {
    return false;
  }
}
