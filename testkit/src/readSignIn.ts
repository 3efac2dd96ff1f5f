/** Reads the code and the link's token from an SMS. */
export function readSignIn(text: string): { code: string; linkToken: string } {
  const code = /^(\d{6}) is your /.exec(text)?.[1];
  const linkToken = /\/\?t=([\w-]+)/.exec(text)?.[1];
  if (!code || !linkToken) throw new Error(`Not a sign-in SMS: ${text}`);
  return { code, linkToken };
}
