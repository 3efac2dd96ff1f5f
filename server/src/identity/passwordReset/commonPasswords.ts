/** Lower-case passwords of lists of leaked ones, the most common first. Loaded at the first use: few servers see one. */
export async function commonPasswords(): Promise<string[]> {
  const { default: common } = await import('@zxcvbn-ts/language-common');
  return common.dictionary['passwords-common'];
}
