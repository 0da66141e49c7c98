/** The types of keys that Latchkey creates; the last one lives on a security key. */
export const newSshKeyTypes = ['ed25519', 'rsa', 'ed25519-sk'] as const
export type NewSshKeyType = (typeof newSshKeyTypes)[number]

/** What ssh itself reads from its folder, and where Latchkey keeps its own files. */
const otherFiles =
  /^(config|environment|rc|latchkey|allowed_signers|(authorized|known|revoked)_\w+)(\.|$)/i

/** Whether a file of `~/.ssh` may have this name as a private key. */
export function isKeyFileName(name: string): boolean {
  return /^\w[\w.-]{0,99}$/.test(name) && !/\.(pub)?$/i.test(name) && !otherFiles.test(name)
}

/** Whether ssh and git may reach a host by this name. */
export function isSshAlias(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/.test(name)
}
