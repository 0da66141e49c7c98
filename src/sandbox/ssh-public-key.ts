import { hash } from 'node:crypto'
import { MalformedKeyError } from '../core/keys/key-problem.ts'
import { type SshKeyBlob, type SshKeyType, readSshKeyBlob } from '../core/keys/ssh-key-blob.ts'

/** A parsed OpenSSH public key. */
export interface SshPublicKey {
  type: SshKeyType
  bits: number
  /** Type and base64, without the comment. */
  text: string
  /** Hex pairs separated by colons, without `MD5:`. */
  md5: string
  /** Base64 without padding, without `SHA256:`. */
  sha256: string
}

/**
 * Parses a public key and normalizes its text as GitLab stores it (`lib/gitlab/ssh_public_key.rb`, `sanitize`):
 * whitespace inside the base64 is removed, and the first word after it is kept as the comment. If the key is
 * invalid, `key` is undefined and the text unchanged.
 */
export function readSshPublicKey(text: string): { stored: string; key?: SshPublicKey } {
  const [type = '', ...parts] = text.trim().split(/\s+/)
  let base64 = ''
  for (const [index, part] of parts.entries()) {
    base64 += part
    if (base64.length > maxBase64Length) break
    // Base64 is in groups of four characters; trying at every space would take too long.
    const key = base64.length % 4 === 0 ? parse(type, base64) : undefined
    if (!key) continue
    const comment = parts[index + 1]
    return { stored: comment === undefined ? key.text : `${key.text} ${comment}`, key }
  }
  return { stored: text }
}

/** In characters. GitLab's limit is far lower; this one only bounds the work. */
const maxBase64Length = 8_000

function parse(type: string, base64: string): SshPublicKey | undefined {
  const bytes = Buffer.from(base64, 'base64')
  // Buffer ignores invalid base64, so re-encoding the result must produce the same text.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) return undefined
  const key = readBlob(bytes)
  if (key?.type !== type || !key.blob.equals(bytes)) return undefined
  const sha256 = hash('sha256', bytes, 'base64')
  return {
    type: key.type,
    bits: key.bits,
    text: `${type} ${base64}`,
    md5: hash('md5', bytes).match(/../g)!.join(':'),
    sha256: sha256.replace(/=+$/, ''),
  }
}

function readBlob(bytes: Buffer): SshKeyBlob | undefined {
  try {
    return readSshKeyBlob(bytes)
  } catch (error) {
    if (error instanceof MalformedKeyError) return undefined
    throw error
  }
}
