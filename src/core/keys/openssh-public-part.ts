import { readSshKeyBlob } from './ssh-key-blob.ts'
import { WireReader } from './ssh-wire.ts'

/** Enough of a file to recognize a private key and, in OpenSSH's format, to read its public part. */
export const headSize = 4096

/** Whether a file begins like a private key, so that no more of it needs to be read. */
export function beginsLikePrivateKey(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 100).trimStart()
  return /^-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)? ?-{4,5}|^PuTTY-User-Key-File-\d/.test(start)
}

/**
 * The unencrypted public part of an OpenSSH private key (its PROTOCOL.key), as canonical base64; undefined
 * if there is none. Nothing after the public part is decoded.
 */
export function readPublicPart(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  const body = /BEGIN OPENSSH PRIVATE KEY-----\s*([A-Za-z0-9+/=\s]+)/.exec(text)?.[1]
  if (body === undefined) return undefined
  try {
    const base64 = body.replace(/\s+/g, '')
    const length = publicPartLength(Buffer.from(base64.slice(0, fixedPart), 'base64'))
    const bytes = Buffer.from(base64.slice(0, Math.ceil((length * 4) / 3)), 'base64')
    const reader = header(bytes.subarray(0, length))
    return readSshKeyBlob(reader.bytes()).blob.toString('base64')
  } catch {
    return undefined
  }
}

const magic = 'openssh-key-v1\0'
/** Characters that include everything up to the length of the public part. */
const fixedPart = 400

function publicPartLength(bytes: Buffer): number {
  let length = magic.length
  for (let field = 0; field < 3; field += 1) length += 4 + bytes.readUInt32BE(length)
  return length + 4 + 4 + bytes.readUInt32BE(length + 4)
}

/** Reads up to the public part of the first key. */
function header(bytes: Buffer): WireReader {
  const reader = new WireReader(bytes)
  reader.skip(magic.length)
  for (let field = 0; field < 3; field += 1) reader.bytes()
  reader.uint32()
  return reader
}
