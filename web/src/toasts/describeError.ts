/** The message about a failed call, and the trace id to quote in a support request. */
export interface ErrorDescription {
  message: string;
  traceId?: string;
}

const NETWORK_MESSAGES: Record<string, string> = {
  FETCH_ERROR: 'The server could not be reached. Check your connection and try again.',
  TIMEOUT_ERROR: 'The server took too long to answer. Please try again.',
  PARSING_ERROR: "The server's answer could not be read. Please try again.",
};

/** §8: the error's `data.message` and `data.traceId`; a general sentence if the server sent no message. */
export function describeError(error: unknown): ErrorDescription {
  const { status, data } = Object(error);
  const { message, traceId } = Object(data);
  const isGiven = typeof message === 'string' && message !== '';
  return {
    message: isGiven ? message : (NETWORK_MESSAGES[String(status)] ?? 'Something went wrong. Please try again.'),
    ...(typeof traceId === 'string' && traceId && { traceId }),
  };
}
