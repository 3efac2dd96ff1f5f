/** What the page's inline script has begun (early/startEarly.ts): answers by address, fetched with one access token. */
interface EarlyAnswers {
  authorization: string;
  at: number;
  answers: Map<string, Promise<Response | undefined>>;
}

/** Later, the list may have changed. */
const MAX_AGE_MS = 10_000;

/**
 * Sends a request, or adopts its answer if the page's inline script has already asked for it, once, with the same
 * token.
 */
export async function fetchOrAdopt(request: Request): Promise<Response> {
  const early = takeEarly(request);
  if (!early) return fetch(request);
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
  });
  return (await Promise.race([early, aborted])) ?? fetch(request);
}

/** When the page's inline script has asked with this token; undefined if it has not. */
export function earlyUse(token: string): number | undefined {
  const { authorization, at } = earlyAnswers();
  return authorization === `Bearer ${token}` ? at : undefined;
}

/** Resolves once an answer that the inline script has asked for has arrived, with a copy of it; undefined without one. */
export const peekEarly = (path: string): Promise<Response | undefined> =>
  Promise.resolve(earlyAnswers().answers?.get(new URL(path, window.location.href).href)).then((one) => one?.clone());

const earlyAnswers = (): Partial<EarlyAnswers> => Object(Reflect.get(globalThis, 'earlyAnswers'));

function takeEarly({ url, method, headers }: Request): Promise<Response | undefined> | undefined {
  const { authorization, at, answers } = earlyAnswers();
  const answer = answers?.get(url);
  if (method !== 'GET' || !answers || !answer || at === undefined) return undefined;
  answers.delete(url);
  const isCurrent = headers.get('authorization') === authorization && Date.now() - at < MAX_AGE_MS;
  return isCurrent ? answer : undefined;
}
