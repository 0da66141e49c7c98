import { createFailureError } from '../../platform/failures.ts'
import type { SshPublicKey } from '../../keys/ssh-public-key.ts'

const keyType = /^[a-z0-9][a-z0-9@.-]*$/
const base64 = /^[A-Za-z0-9+/]+=*$/
const host = String.raw`[A-Za-z0-9:][A-Za-z0-9.:_-]*`
const hostName = new RegExp(`^${host}$`)
const knownHost = String.raw`(${host}|\[${host}\]:\d+)`
const hashedHost = String.raw`\|1\|[A-Za-z0-9+/]+=*\|[A-Za-z0-9+/]+=*`

/**
 * The files that Latchkey writes outside its data folder, and the valid values for their variable parts. A part may
 * come from an instance, the page, a setting or a file name, and any other character could have a special meaning in
 * the file. docs/security.md has the same table.
 */
export const writtenFiles = {
  /**
   * Each line has principals, options and a key (ssh-keygen(1), “Allowed signers”). `#` begins a comment, and a
   * principal is a pattern.
   */
  allowed_signers: { principal: /^(?!#)[^\s,"*?!\p{C}\p{Z}]+$/u, keyType, base64 },
  /**
   * Each line has hosts and a key (sshd(8), “ssh_known_hosts file format”). Hosts may be hashed, and several are
   * separated by commas.
   */
  known_hosts: {
    hosts: new RegExp(`^(${knownHost}(,${knownHost})*|${hashedHost})$`),
    keyType,
    base64,
  },
  /**
   * Arguments on a line; `host` isn't a pattern here (ssh_config(5)). ssh expands variables in quoted paths, and
   * patterns too in an `Include`.
   */
  ssh_config: {
    host: hostName,
    hostName,
    user: /^[\p{L}\p{N}_][\p{L}\p{N}_.@+-]*$/u,
    path: /^(?!.*\$\{)[^\p{Cc}\p{Cs}]+$/u,
    folder: /^(?!.*\$\{)[^%*?[\]{}\p{Cc}\p{Cs}]+$/u,
  },
  /**
   * Git edits this file and escapes the values, or reads back exactly those in new sections. It later copies the email into commit headers, and the host into a
   * pattern.
   */
  gitconfig: {
    setting: /^[^\p{Cc}\p{Cs}]+$/u,
    value: /^[^\p{Cc}\p{Cs}]*$/u,
    email: /^[^\s<>\p{C}\p{Z}]+$/u,
    host: hostName,
  },
  /** One line ending in the comment. */
  '.pub': { comment: /^(?!\s)[^\p{Cc}\p{Cs}]*$/u },
} as const satisfies Record<string, Record<string, RegExp>>

type WrittenFile = keyof typeof writtenFiles

/** Returns the value if it is valid in that file; throws otherwise. */
export function checkedPart<File extends WrittenFile>(
  file: File,
  part: keyof (typeof writtenFiles)[File] & string,
  value: string,
): string {
  const grammar = writtenFiles[file][part] as RegExp
  // guard: written-part
  if (!grammar.test(value)) {
    const shown = value.replace(/\p{C}/gu, '\uFFFD').slice(0, 100)
    throw createFailureError('setup.unsafePart', { file, value: shown })
  }
  return value
}

type KeyParts = Pick<SshPublicKey, 'type' | 'blob'>

/** The `allowed_signers` line that makes git recognize a key's signatures. */
export function signerLine(email: string, { type, blob }: KeyParts): string {
  return [
    checkedPart('allowed_signers', 'principal', email),
    'namespaces="git"',
    checkedPart('allowed_signers', 'keyType', type),
    checkedPart('allowed_signers', 'base64', blob),
  ].join(' ')
}

/** The `known_hosts` line for a host key. */
export function knownHostsLine(hosts: string, { type, blob }: KeyParts): string {
  return [
    checkedPart('known_hosts', 'hosts', hosts),
    checkedPart('known_hosts', 'keyType', type),
    checkedPart('known_hosts', 'base64', blob),
  ].join(' ')
}
