import type { GpgKeyCapability, GpgKeyDetails } from '../../shared/operations/gpg-keys.ts'

/** RFC 9580, section 5.2.3.29. */
const flagBits: [bits: number, capability: GpgKeyCapability][] = [
  [0x01, 'certify'],
  [0x02, 'sign'],
  [0x04 | 0x08, 'encrypt'],
  [0x20, 'authenticate'],
]

/** What a key or subkey may be used for. */
export function readCapabilities(keyFlags = 0): GpgKeyCapability[] {
  return flagBits.filter(([mask]) => keyFlags & mask).map(([, capability]) => capability)
}

/** Describes when a key or subkey expires (ms since 1970) for the UI. */
export function describeExpiry(expires: number | undefined, now: number) {
  return {
    expires: expires === undefined ? undefined : new Date(expires).toISOString(),
    expired: expires !== undefined && expires <= now,
  }
}

/** The fingerprints of subkeys that are neither revoked nor expired. */
export function fingerprintsInUse({ subkeys }: Pick<GpgKeyDetails, 'subkeys'>): Set<string> {
  const inUse = subkeys.filter(({ revoked, expired }) => !revoked && !expired)
  return new Set(inUse.map(({ fingerprint }) => fingerprint))
}
