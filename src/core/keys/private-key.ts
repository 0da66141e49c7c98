import { type Message, type MessageValue, message } from '../../shared/messages/message.ts'
import { replaceHidden } from '../../shared/rules/hidden-characters.ts'
import { FailureError } from '../platform/failure.ts'
import { type SecretKeyFormat, findBinarySecret } from './secret-bytes.ts'
import { decodeText } from './text.ts'

/**
 * Finds secret key material anywhere in a file or text; undefined if there is none.
 *
 * Guarantee: it is found in any encoding (UTF-8, UTF-16, full-width, escaped as in a URL or JSON), with anything before,
 * after, or between its letters, and whether armored, bare base64, hexadecimal, or binary. Doubtful content is treated as a
 * secret, because a leak can't be undone.
 */
export function findSecret(content: Uint8Array | string): SecretKeyFormat | undefined {
  if (typeof content !== 'string') return findInBytes(bufferView(content), startSearch(content))
  // A string may contain a binary file with one character per byte.
  const asBytes = /^[\0-\xff]*$/.test(content) && !isAscii(content)
  return (
    findInBytes(Buffer.from(content), startSearch(content)) ??
    (asBytes ? findInBytes(Buffer.from(content, 'latin1'), startSearch(content)) : undefined)
  )
}

/**
 * Whether `findSecret` only reacts to words, such as “private key on YubiKey”: there is no recognized key data and no
 * run of letters long enough to be an unknown key.
 */
export function isOnlyWords(text: string): boolean {
  const letters = replaceHidden(text.normalize('NFKC'), () => '')
  return !/[A-Za-z0-9+/=_-]{24}/.test(letters) && !hasSecretData(text)
}

/** Whether there is secret material that doesn't depend on surrounding words to be recognized. */
export function hasSecretData(content: Uint8Array | string): boolean {
  const forms =
    typeof content === 'string'
      ? [Buffer.from(content), Buffer.from(content, 'latin1')]
      : [bufferView(content)]
  return forms.some((bytes) => findData(bytes, startSearch(bytes)) !== undefined)
}

/** Throws if a string contains secret material. The failure includes the file name but never quotes the string. */
export function assertNoSecretKey(name: MessageValue, content: Uint8Array | string): void {
  const secret = findSecret(content)
  if (secret === undefined) return
  throw new FailureError({ kind: 'invalid', ...describeSecret(name, secret) })
}

/** Why a file or text is rejected. */
export function describeSecret(
  name: MessageValue,
  kind: SecretKeyFormat,
): { message: Message; hint: Message } {
  return {
    message: message('keyFiles.problem', {
      file: name,
      reason: message('keyFiles.privateKey', { kind }),
    }),
    // “Save public key” in PuTTYgen writes another format than OpenSSH's.
    hint: message(kind === 'putty' ? 'keyFiles.puttyPublicKey' : 'keyFiles.choosePublicKey'),
  }
}

const armours: Record<string, SecretKeyFormat> = {
  '': 'pkcs8',
  ENCRYPTED: 'encryptedPkcs8',
  OPENSSH: 'openssh',
  RSA: 'rsa',
  DSA: 'dsa',
  EC: 'ec',
  PGP: 'gpg',
  SSH2: 'sshCom',
  SSH2ENCRYPTED: 'sshCom',
}

const marks: [RegExp, SecretKeyFormat][] = [
  [/PUTTYUSERKEYFILE\d|PRIVATELINES\d/, 'putty'],
  [/SSHPRIVATEKEYFILEFORMAT1/, 'sshProtocol1'],
  [/AGESECRETKEY(PQ)?1/, 'age'],
  [/(MINISIGN(ENCRYPTED)?|SIGNIFY)SECRETKEY/, 'minisign'],
]

function findByMark(text: string): SecretKeyFormat | undefined {
  const letters = text.replace(/[^A-Za-z0-9]+/g, '').toUpperCase()
  const armour = /BEGIN([A-Z0-9]{0,24}?)(?:PRIVATE|SECRET)KEY/.exec(letters)
  if (armour) return armours[armour[1]!] ?? 'unknown'
  if (isJwk(text.replaceAll('\0', ''))) return 'jwk'
  return marks.find(([mark]) => mark.test(letters))?.[1]
}

/** Whether a string contains a JSON Web Key with its private value, even with escaped quotes. */
function isJwk(text: string): boolean {
  return /\bkty\W{1,9}(EC|RSA|OKP|oct)\b/i.test(text) && /\b[dk]\W{2,9}[\w-]{16}/.test(text)
}

/** Maximum number of nested base64 layers to decode. */
const maxWrappings = 3
/** How many bytes to decode, as a multiple of a file's size. Files of keys need less; crafted text, thousands of times. */
const decodedLimit = 64
/** The limit (bytes) for small files. */
const leastDecodedLimit = 1024 * 1024

interface Search {
  /** How many layers of base64 may still be decoded. */
  wrappings: number
  /** How many bytes may still be decoded, in all layers. */
  decoding: { bytesLeft: number }
}

const startSearch = ({ length }: Uint8Array | string): Search => ({
  wrappings: maxWrappings,
  decoding: { bytesLeft: Math.max(decodedLimit * length, leastDecodedLimit) },
})

function findInBytes(bytes: Buffer, search: Search): SecretKeyFormat | undefined {
  for (const text of readingsOf(bytes)) {
    const secretFormat = findByMark(text)
    if (secretFormat) return secretFormat
  }
  return findData(bytes, search) ?? findEscaped(bytes, search)
}

/** A character that is escaped as in a URL, an email, HTML, or JSON. */
const escaped = /[%=]([\da-f]{2})|\\[ux](?:00)?([\da-f]{2})|&#x([\da-f]{1,2});|&#(\d{1,3});/gi

/** Finds secret material in a text with escaped characters. */
function findEscaped(bytes: Buffer, search: Search): SecretKeyFormat | undefined {
  const text = bytes.toString('latin1')
  const plain = text.replace(escaped, (_, ...codes: (string | undefined)[]) => {
    const [decimal, ...hexadecimal] = codes.slice(0, 4).toReversed()
    const code = hexadecimal.find((one) => one !== undefined)
    return String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(code!, 16))
  })
  const { wrappings, decoding } = search
  // guard: escaped-secret
  if (plain === text || wrappings === 0) return undefined
  return findInBytes(Buffer.from(plain, 'latin1'), { wrappings: wrappings - 1, decoding })
}

/** Finds secret material, whatever words surround it. */
function findData(bytes: Buffer, search: Search): SecretKeyFormat | undefined {
  const secretFormat = findBinarySecret(bytes)
  if (secretFormat) return secretFormat
  for (const base64 of new Set(readingsOf(bytes).flatMap(base64Of))) {
    const wrapped = findInBase64(base64, search)
    if (wrapped) return wrapped
  }
  return findInHex(bytes, search)
}

/** Finds secret material in runs of hexadecimal digits, which may be separated. */
function findInHex(bytes: Buffer, search: Search): SecretKeyFormat | undefined {
  const runs = bytes.toString('latin1').match(/(?:[\da-f]{2}[\s:]{0,2}){32,}/gi) ?? []
  for (const run of runs) {
    // guard: hexadecimal-secret
    const decoded = Buffer.from(run.replace(/[\s:]+/g, ''), 'hex')
    const secretFormat = findInDecoded(decoded, search)
    if (secretFormat) return secretFormat
  }
  return undefined
}

/**
 * All readings of these bytes as text, including ones with plain letters in place of full-width and mathematical ones.
 */
function readingsOf(bytes: Buffer): string[] {
  // One character per byte: the searches drop UTF-16's zeros and bytes from other scripts.
  const latin = bytes.toString('latin1')
  if (!/[\0\x80-\xff]/.test(latin)) return [latin]
  const decoded = new Set([bytes.toString('utf8'), decodeText(bytes)])
  const normalized = [...decoded].flatMap((text) => [
    text.normalize('NFKC'),
    text.normalize('NFKD'),
  ])
  return [...new Set([latin, ...normalized])]
}

/** The base64 in a string, where “-”, “_”, “+”, and “/” may be digits or separators. */
function base64Of(text: string): string[] {
  const letters = text.replace(/[^A-Za-z0-9+/_-]+/g, '')
  return [
    letters.replaceAll('-', '+').replaceAll('_', '/'),
    letters.replace(/[-_]+/g, ''),
    letters.replace(/[-_+/]+/g, ''),
  ]
}

/** Base64 without its armor, decoded at each of the four possible offsets. */
function findInBase64(base64: string, search: Search): SecretKeyFormat | undefined {
  for (let at = 0; at < 4; at += 1) {
    // guard: decoded-bytes
    if (search.decoding.bytesLeft < 0) return 'unknown'
    const secretFormat = findInDecoded(Buffer.from(base64.slice(at), 'base64'), search)
    if (secretFormat) return secretFormat
  }
  return undefined
}

/** Finds secret material in decoded bytes, which are then overwritten. */
function findInDecoded(
  bytes: Buffer,
  { wrappings, decoding }: Search,
): SecretKeyFormat | undefined {
  decoding.bytesLeft -= bytes.length
  const secretFormat =
    isText(bytes) && wrappings > 0
      ? findInBytes(bytes, { wrappings: wrappings - 1, decoding })
      : findBinarySecret(bytes)
  bytes.fill(0)
  return secretFormat
}

/** Whether bytes contain a run of letters that is too long to be random. */
function isText(bytes: Buffer): boolean {
  return /[\t\n\r -~]{24}/.test(bytes.toString('latin1'))
}

function isAscii(latin: string): boolean {
  return !/[\x80-\xff]/.test(latin)
}

function bufferView({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
