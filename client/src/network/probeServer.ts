const PROBE_TIMEOUT_MS = 5000;

/**
 * Asks the server whether it can serve: its database answers, and it is not overloaded. The page of a captive portal is
 * no answer.
 * @param host of the server; empty for that of the page
 * @param onBytes called when anything arrives
 */
export async function probeServer(host: string, onBytes: () => void): Promise<boolean> {
  try {
    const response = await fetch(`${host}/health/ready`, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    onBytes();
    const { status } = await response.json();
    return response.ok && status === 'ready';
  } catch {
    return false;
  }
}
