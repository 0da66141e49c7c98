import type { GpgKeyCapability, GpgKeyDetails } from '../../../../shared/app/gpg-keys.ts'
import { decodeUserId, emailInUserId } from '../../../keys/user-id.ts'

/** A key as gpg lists it. */
export interface ListedGpgKey {
  details: GpgKeyDetails
  /** Whether gpg has a private key for it or for one of its subkeys, here or on a card. */
  hasPrivateKey: boolean
}

type Part = GpgKeyDetails['subkeys'][number]

/** Reads what `gpg --with-colons --with-secret --list-keys` prints (`doc/DETAILS` of GnuPG). Unknown records are left out. */
export function readGpgListing(output: Buffer, now: number): ListedGpgKey[] {
  const keys: ListedGpgKey[] = []
  /** The key or subkey that a fingerprint would belong to. */
  let part: Part | undefined
  // A letter for each byte: names may be in any encoding.
  for (const line of output.toString('latin1').split(/\r?\n/)) {
    const fields = line.split(':')
    const [record] = fields
    const key = keys.at(-1)
    if (record === 'pub') {
      const details = { ...parsePart(fields, now), userIds: [], subkeys: [] }
      keys.push({ details, hasPrivateKey: hasSecret(fields) })
      part = details
    } else if (record === 'sub' && key) {
      part = parsePart(fields, now)
      key.details.subkeys.push(part)
      key.hasPrivateKey ||= hasSecret(fields)
    } else if (record === 'fpr' && part) {
      part.fingerprint = fields[9]!
      part = undefined
    } else if (record === 'uid' && key) {
      const text = decodeUserId(Buffer.from(unescapeText(fields[9]!), 'latin1'))
      key.details.userIds.push({ text, email: emailInUserId(text), revoked: fields[1] === 'r' })
    }
  }
  return keys.filter(({ details }) => /^[0-9A-F]{40,64}$/.test(details.fingerprint))
}

const capabilities: [letter: string, capability: GpgKeyCapability][] = [
  ['c', 'certify'],
  ['s', 'sign'],
  ['e', 'encrypt'],
  ['a', 'authenticate'],
]

function parsePart(fields: readonly string[], now: number): Part {
  const [, validity, , , keyId = '', created, expires, , , , , letters = ''] = fields
  return {
    fingerprint: '',
    keyId,
    created: toIsoTime(created) ?? '',
    expires: toIsoTime(expires),
    expired: Boolean(expires) && Number(expires) * 1000 <= now,
    revoked: validity === 'r',
    // Capital letters are about the key as a whole.
    capabilities: capabilities
      .filter(([letter]) => letters.includes(letter))
      .map(([, name]) => name),
  }
}

/** `+`, or a card's number; `#` stands for one that is kept elsewhere. */
function hasSecret(fields: readonly string[]): boolean {
  return !['', '#', undefined].includes(fields[14])
}

function toIsoTime(seconds: string | undefined): string | undefined {
  return seconds ? new Date(Number(seconds) * 1000).toISOString() : undefined
}

function unescapeText(text: string): string {
  return text.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
