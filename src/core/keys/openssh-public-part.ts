import { readSshKeyBlob } from './ssh-key-blob.ts'
import { WireReader } from './ssh-wire.ts'

/** Number of bytes needed to recognize a private key and, in the OpenSSH format, read its public part. */
export const headSize = 4096

/** Whether a file starts like a private key, in which case the rest needn't be read. */
export function beginsLikePrivateKey(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 100).trimStart()
  return /^-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)? ?-{4,5}|^PuTTY-User-Key-File-\d/.test(start)
}

/**
 * The unencrypted public part of an OpenSSH private key (its PROTOCOL.key), as canonical base64; undefined if there is none. Never
 * decodes anything after the public part.
 */
export function readPublicPart(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  const base64 = openSshBody(text)
  if (base64 === undefined) return undefined
  try {
    const length = publicPartLength(Buffer.from(base64.slice(0, fixedPart), 'base64'))
    const bytes = Buffer.from(base64.slice(0, Math.ceil((length * 4) / 3)), 'base64')
    const reader = header(bytes.subarray(0, length))
    return readSshKeyBlob(reader.bytes()).blob.toString('base64')
  } catch {
    return undefined
  }
}

/** Whether a private key has a passphrase, according to its unencrypted header; undefined if the header doesn't say. */
export function isEncrypted(head: Buffer): boolean | undefined {
  const text = head.toString('latin1')
  const body = openSshBody(text)
  if (body !== undefined) return isOpenSshEncrypted(body)
  if (/BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text)) return true
  const puttyCipher = /^Encryption: (\S+)/m.exec(text)?.[1]
  if (puttyCipher) return puttyCipher !== 'none'
  return /BEGIN (RSA |DSA |EC )?PRIVATE KEY-----/.test(text) ? false : undefined
}

/** First base64 characters of a private key in the OpenSSH format. */
function openSshBody(text: string): string | undefined {
  const body = /BEGIN OPENSSH PRIVATE KEY-----\s*([A-Za-z0-9+/=\s]+)/.exec(text)?.[1]
  return body?.replace(/\s+/g, '')
}

/** The first field names the cipher. */
function isOpenSshEncrypted(base64: string): boolean | undefined {
  try {
    const reader = new WireReader(Buffer.from(base64.slice(0, headerEnd), 'base64'))
    reader.skip(magic.length)
    return reader.text() !== 'none'
  } catch {
    return undefined
  }
}

/** Number of characters that are enough for the longest cipher name. */
const headerEnd = 64

const magic = 'openssh-key-v1\0'
/** Number of characters that are enough for everything up to the public part's length. */
const fixedPart = 400

function publicPartLength(bytes: Buffer): number {
  let length = magic.length
  for (let field = 0; field < 3; field += 1) length += 4 + bytes.readUInt32BE(length)
  return length + 4 + 4 + bytes.readUInt32BE(length + 4)
}

/** Reads up to the first key's public part. */
function header(bytes: Buffer): WireReader {
  const reader = new WireReader(bytes)
  reader.skip(magic.length)
  for (let field = 0; field < 3; field += 1) reader.bytes()
  reader.uint32()
  return reader
}
