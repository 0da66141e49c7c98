export type Environment = Record<string, string | undefined>

/** Whether a certificate is given for a system, by the names that electron-builder itself reads. Linux knows none. */
export function isSigned(environment: Environment, platform: NodeJS.Platform): boolean {
  const { CSC_LINK, CSC_NAME, WIN_CSC_LINK } = environment
  if (platform === 'darwin') return Boolean(CSC_LINK || CSC_NAME)
  return platform === 'win32' && Boolean(WIN_CSC_LINK || CSC_LINK)
}

/** Whether there is to be no package rather than an unsigned one. */
export function requiresSigning(
  { LATCHKEY_SIGN }: Environment,
  platform: NodeJS.Platform,
): boolean {
  return LATCHKEY_SIGN === 'required' && platform !== 'linux'
}
