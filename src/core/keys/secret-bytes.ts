import { isPgpSecret, isPgpSecretTag } from './pgp-secret-packet.ts'

export type SecretKeyFormat =
  | 'age'
  | 'der'
  | 'dsa'
  | 'ec'
  | 'encryptedPkcs8'
  | 'gpg'
  | 'jwk'
  | 'minisign'
  | 'openssh'
  | 'pkcs8'
  | 'putty'
  | 'rsa'
  | 'sshCom'
  | 'sshProtocol1'
  | 'unknown'

/** Finds secret key material in binary formats at any offset. */
export function findBinarySecret(bytes: Buffer): SecretKeyFormat | undefined {
  if (bytes.includes('openssh-key-v1\0')) return 'openssh'
  if (bytes.includes(sshComMagic)) return 'sshCom'
  for (let at = 0; at + minKeySize <= bytes.length; at += 1) {
    const first = bytes[at]!
    if (first === 0x30 && isDerSecret(bytes, at)) return 'der'
    // guard: gpg-packets-found
    if (pgpTags[first] && isPgpSecret(bytes, at)) return 'gpg'
  }
  return undefined
}

const sshComMagic = Buffer.of(0x3f, 0x6f, 0xf9, 0xeb, 0, 0)
/** Minimum key size in bytes. */
const minKeySize = 16
/** Whether each byte may start a packet. A lookup table, because every byte of every file is checked. */
const pgpTags = Array.from({ length: 256 }, (_, byte) => isPgpSecretTag(byte))

/** PKCS#1, PKCS#8, SEC 1, encrypted PKCS#8, and PKCS#12, recognized by their first bytes. */
function isDerSecret(bytes: Buffer, start: number): boolean {
  const body = derBody(bytes, start)
  if (body === undefined) return false
  const byte = (offset: number) => bytes[body + offset]
  if (byte(0) === 0x02 && byte(1) === 0x01) {
    const [version, next] = [byte(2), byte(3)]
    // In PKCS#1, the modulus is next; in PKCS#8, an algorithm, which starts with its OID.
    if (version === 0 && next === 0x02) return byte(4)! >= 0x40
    if (version === 0 || version === 1) {
      if (next === 0x30) return bytes[derBody(bytes, body + 3) ?? -1] === 0x06
    }
    if (version === 1) return next === 0x04 && byte(4)! >= 0x14 && byte(4)! <= 0x42
    return version === 3 && next === 0x30 && bytes[derBody(bytes, body + 3) ?? -1] === 0x06
  }
  if (byte(0) !== 0x30) return false
  const algorithm = derBody(bytes, body)
  return algorithm !== undefined && encryptionOids.some((oid) => startsWith(bytes, algorithm, oid))
}

// Password-based encryption in PKCS#5 and PKCS#12.
const encryptionOids = [
  Buffer.from('06092a864886f70d0105', 'hex'),
  Buffer.from('060a2a864886f70d010c01', 'hex'),
]

/** The start of a SEQUENCE's content; undefined if its length is invalid. */
function derBody(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== 0x30) return undefined
  const length = bytes[start + 1]!
  if (length < 0x80) return start + 2
  if (length === 0x81) return bytes[start + 2]! >= 0x80 ? start + 3 : undefined
  return length === 0x82 && bytes[start + 2]! > 0 ? start + 4 : undefined
}

function startsWith(bytes: Buffer, at: number, expected: Buffer): boolean {
  // guard: malformed-bytes
  return bytes.subarray(at, at + expected.length).equals(expected)
}
