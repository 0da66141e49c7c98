/** The key types that Latchkey can create. The last one is stored on a security key. */
export const newSshKeyTypes = ['ed25519', 'rsa', 'ed25519-sk'] as const
export type NewSshKeyType = (typeof newSshKeyTypes)[number]

/** Files in the folder that ssh itself reads, and Latchkey's own files. */
const otherFiles =
  /^(config|environment|rc|latchkey|allowed_signers|(authorized|known|revoked)_\w+)(\.|$)/i

/** Whether a private key in `~/.ssh` may have this name. */
export function isKeyFileName(name: string): boolean {
  return /^\w[\w.-]{0,99}$/.test(name) && !/\.(pub)?$/i.test(name) && !otherFiles.test(name)
}

/** Whether ssh and git accept this name for a host. */
export function isSshAlias(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/.test(name)
}
