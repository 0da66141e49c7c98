import { FailureError } from '../infra/failure.ts'
import { secretInBytes } from './secret-bytes.ts'

/**
 * Finds secret key material anywhere in a file or text, and says in words what it is; undefined where there is none.
 *
 * Promise: it is found in any encoding of the letters (UTF-8, UTF-16, full width), with anything before, after or between
 * them, armoured, bare base64 or binary. In doubt it says yes: a public key can be copied again, a secret not taken back.
 */
export function findSecret(content: Uint8Array | string): string | undefined {
  if (typeof content !== 'string') return secretIn(bytesOf(content), mostWrappings)
  // A text of a binary file may stand for its bytes, one letter each.
  const asBytes = /^[\0-\xff]*$/.test(content) && !isAscii(content)
  return (
    secretIn(Buffer.from(content), mostWrappings) ??
    (asBytes ? secretIn(Buffer.from(content, 'latin1'), mostWrappings) : undefined)
  )
}

/** Throws, naming the file, where a text holds secret material. Nothing of the text is in the failure. */
export function refuseSecret(name: string, content: Uint8Array | string): void {
  const secret = findSecret(content)
  if (secret === undefined) return
  const { message, hint } = secretRefusal(name, secret)
  throw new FailureError({ kind: 'invalid', message, hint })
}

/** The refusal of a file, in two sentences. */
export function secretRefusal(name: string, secret: string): { message: string; hint: string } {
  return {
    message: `${name} holds ${secret}, which never leaves this machine, so nothing of it was used.`,
    hint: 'Choose the public key instead; its file usually ends in .pub.',
  }
}

const armours: Record<string, string> = {
  '': 'a private key (PKCS#8)',
  ENCRYPTED: 'an encrypted private key (PKCS#8)',
  OPENSSH: 'an OpenSSH private key',
  RSA: 'an RSA private key',
  DSA: 'a DSA private key',
  EC: 'an EC private key',
  PGP: 'a GPG private key',
  SSH2: 'an SSH.com private key',
  SSH2ENCRYPTED: 'an SSH.com private key',
}

const marks: [RegExp, string][] = [
  [/PUTTYUSERKEYFILE\d|PRIVATELINES\d/, 'a PuTTY private key'],
  [/SSHPRIVATEKEYFILEFORMAT1/, 'a private key of SSH protocol 1'],
  [/AGESECRETKEY(PQ)?1/, 'an age secret key'],
  [/(MINISIGN(ENCRYPTED)?|SIGNIFY)SECRETKEY/, 'a minisign or signify secret key'],
]

function secretByMark(text: string): string | undefined {
  const letters = text.replace(/[^A-Za-z0-9]+/g, '').toUpperCase()
  const armour = /BEGIN([A-Z0-9]{0,24}?)(?:PRIVATE|SECRET)KEY/.exec(letters)
  if (armour) return armours[armour[1]!] ?? 'a private key'
  if (isJwk(text.replaceAll('\0', ''))) return 'a private key (JWK)'
  return marks.find(([mark]) => mark.test(letters))?.[1]
}

/** A JSON Web Key that has its private number; also where its quotes are escaped. */
function isJwk(text: string): boolean {
  return /\bkty\W{1,9}(EC|RSA|OKP|oct)\b/i.test(text) && /\b[dk]\W{2,9}[\w-]{16}/.test(text)
}

/** How many times over base64 is taken off. */
const mostWrappings = 3

function secretIn(bytes: Buffer, wrappings: number): string | undefined {
  // Every byte a letter: zeros of UTF-16 and bytes of other scripts fall away below.
  const latin = bytes.toString('latin1')
  const folded = isAscii(latin) ? undefined : bytes.toString('utf8').normalize('NFKC')
  return (
    secretByMark(latin) ??
    (folded === undefined ? undefined : secretByMark(folded)) ??
    secretInBytes(bytes) ??
    secretInBase64(latin, wrappings)
  )
}

/** Base64 without its armour: decoded at each of the four places where a group of four may begin. */
function secretInBase64(text: string, wrappings: number): string | undefined {
  const base64 = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]+/g, '')
  for (let at = 0; at < 4; at += 1) {
    const bytes = Buffer.from(base64.slice(at), 'base64')
    const found =
      isText(bytes) && wrappings > 0 ? secretIn(bytes, wrappings - 1) : secretInBytes(bytes)
    bytes.fill(0)
    if (found) return found
  }
  return undefined
}

/** Whether bytes hold a run of letters that is longer than chance makes. */
function isText(bytes: Buffer): boolean {
  return /[\t\n\r -~]{24}/.test(bytes.toString('latin1'))
}

function isAscii(latin: string): boolean {
  return !/[\x80-\xff]/.test(latin)
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
