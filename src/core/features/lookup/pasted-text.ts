import { headSize, readPublicPart } from '../../keys/openssh-public-part.ts'
import { findSecret } from '../../keys/private-key.ts'
import { type SshPublicKey, readPublicKeys, sshKeyFromBlob } from '../../keys/ssh-public-key.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { createFailureError } from '../../platform/failures.ts'

/** What a text contains. A private key without a readable public part has no fingerprint. */
export type PastedText =
  | { subject: 'token'; token: string }
  | { subject: 'sshKey' | 'gpgKey'; fingerprint?: string; isPrivateKey?: true }

/** Recognizes a token, a key, or a fingerprint. Throws if there is none, or more than one. */
export async function readPastedText(text: string, now: number): Promise<PastedText> {
  // guard: pasted-private-key
  const secret = findSecret(text)
  if (secret !== undefined) return readPrivateKey(text, secret === 'gpg')
  const trimmed = text.trim()
  const fingerprint = readFingerprint(trimmed)
  if (fingerprint) return fingerprint
  if (/-----BEGIN\s+PGP\s+PUBLIC\s+KEY/.test(text)) {
    const key = await parseGpgKey({ key: text }, now)
    if (!key) throw createFailureError('lookup.notRecognized')
    return { subject: 'gpgKey', fingerprint: key.details.fingerprint }
  }
  const { keys } = readPublicKeys(text)
  if (keys.length > 1) throw createFailureError('lookup.severalKeys')
  if (keys[0]) return { subject: 'sshKey', fingerprint: keys[0].fingerprint }
  // Shorter texts would also be found in responses that have nothing to do with them.
  if (!/^[\x21-\x7e]{8,8192}$/.test(trimmed)) throw createFailureError('lookup.notRecognized')
  return { subject: 'token', token: trimmed }
}

/** Only the unencrypted public part is decoded. */
function readPrivateKey(text: string, isGpg: boolean): PastedText {
  if (isGpg) return { subject: 'gpgKey', isPrivateKey: true }
  const blob = readPublicPart(Buffer.from(text.trimStart().slice(0, headSize)))
  const key: SshPublicKey | undefined =
    blob === undefined ? undefined : attempt(() => sshKeyFromBlob(blob))
  return { subject: 'sshKey', isPrivateKey: true, ...(key && { fingerprint: key.fingerprint }) }
}

/** A fingerprint by itself, or in a line of `ssh-keygen -l` or `gpg --fingerprint`. */
function readFingerprint(text: string): PastedText | undefined {
  const sha256 = /^(?:\d+ )?(SHA256:[A-Za-z0-9+/]{43})=?(?: .*)?$/.exec(text)?.[1]
  if (sha256 !== undefined) return { subject: 'sshKey', fingerprint: sha256 }
  const md5 = /^(?:\d+ )?(?:MD5:)?((?:[\da-f]{2}:){15}[\da-f]{2})(?: .*)?$/i.exec(text)?.[1]
  if (md5 !== undefined) return { subject: 'sshKey', fingerprint: md5.toLowerCase() }
  const gpg = /^(?:0x)?((?:[\dA-F]{4} *){10})$/.exec(text)?.[1]
  return gpg === undefined ? undefined : { subject: 'gpgKey', fingerprint: gpg.replaceAll(' ', '') }
}
