import { resolve } from 'node:path'
import { readKeyFile } from '../../keys/ssh-key-file.ts'
import { type SshPublicKey, readPublicKeys } from '../../keys/ssh-public-key.ts'
import { expandHome, isGitPath, shownPath } from '../home-paths.ts'
import { type Git, isTrue } from './git.ts'

/** How git is configured to sign commits. */
export interface Signing {
  isOn: boolean
  format: 'ssh' | 'openpgp' | 'x509'
  /** The value of `user.signingkey`: a file, a key, or a GPG key ID. */
  key?: string | undefined
  /** The public key, if it is a readable SSH key. */
  publicKey?: SshPublicKey | undefined
  /** Whether a test commit was signed. */
  signs?: boolean
  /** Whether git gets the key from a program (`gpg.ssh.defaultKeyCommand`). */
  asksForKey: boolean
  /** The setting `gpg.ssh.allowedSignersFile`, as a path. */
  allowedSignersFile?: string | undefined
}

/** Resolves relative paths in the settings against `folder`. */
export function readSigning({ config }: Pick<Git, 'config'>, home: string, folder = '/'): Signing {
  const format = config.get('gpg.format')
  const key = config.get('user.signingkey')
  const signers = config.get('gpg.ssh.allowedsignersfile')
  const isSsh = format === 'ssh'
  return {
    isOn: isTrue(config.get('commit.gpgsign')),
    format: isSsh || format === 'x509' ? format : 'openpgp',
    key,
    publicKey: isSsh && key ? readSigningKey(key, home, folder) : undefined,
    asksForKey: config.has('gpg.ssh.defaultkeycommand'),
    allowedSignersFile: signers && expandHome(signers, home),
  }
}

/** Whether git treats the setting as a key instead of a path (`is_literal_ssh_key` in `gpg-interface.c`). */
export function isLiteralKey(key: string): boolean {
  return /^(key::|ssh-)/.test(key)
}

/** A signing key for display, unless somebody put a private key there by mistake. */
export function shownSigningKey(key: string, home: string): string {
  // guard: private-signing-key
  return /PRIVATE KEY|PuTTY-User-Key/.test(key) ? '…' : shownPath(key, home)
}

/** The program that signs: git uses the last of these settings, and each format has a usual one. */
export function signingProgram(
  settings: readonly { name: string; value: string }[],
  format: Signing['format'],
): string | undefined {
  const names = [`gpg.${format}.program`, ...(format === 'openpgp' ? ['gpg.program'] : [])]
  return settings.findLast(({ name }) => names.includes(name))?.value
}

/** The setting is a public key, optionally with the prefix `key::`, or the path of a public or private key file. */
function readSigningKey(key: string, home: string, folder: string): SshPublicKey | undefined {
  if (isLiteralKey(key)) return readPublicKeys(key.replace(/^key::/, '')).keys[0]
  if (isGitPath(key)) return undefined
  return readKeyFile(resolve(folder, expandHome(key, home)))
}
