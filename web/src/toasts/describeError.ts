/** What a person is told about a failed call, and the id to quote when asking for help. */
export interface ErrorDescription {
  message: string;
  traceId?: string;
}

const WITHOUT_ANSWER: Record<string, string> = {
  FETCH_ERROR: 'The server could not be reached. Check your connection and try again.',
  TIMEOUT_ERROR: 'The server took too long to answer. Please try again.',
  PARSING_ERROR: "The server's answer could not be read. Please try again.",
};

/** §8: the error's `data.message` and `data.traceId`; a plain sentence where the server said nothing. */
export function describeError(error: unknown): ErrorDescription {
  const data = property(error, 'data');
  const message = property(data, 'message');
  const traceId = property(data, 'traceId');
  if (typeof message === 'string' && message) {
    return { message, ...(typeof traceId === 'string' && traceId && { traceId }) };
  }
  return { message: WITHOUT_ANSWER[String(property(error, 'status'))] ?? 'Something went wrong. Please try again.' };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
