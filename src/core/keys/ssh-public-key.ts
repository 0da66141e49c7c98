import { hash } from 'node:crypto'
import type { SshKeyDetails } from '../../shared/operations/local-keys.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { weakRsaBits } from '../../shared/rules/expiry.ts'
import { replaceHidden } from '../../shared/rules/hidden-characters.ts'
import { textOf } from '../platform/messages.ts'
import {
  MalformedKeyError,
  type KeyProblem,
  brokenKeyProblem,
  otherProblem,
} from './key-problem.ts'
import { type SshKeyBlob, isSshKeyType, readSshKeyBlob } from './ssh-key-blob.ts'

/** A parsed public key. */
export interface SshPublicKey {
  type: string
  bits: number
  /** Base64 of the canonical blob: keys are equal if their types and blobs are. */
  blob: string
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  fingerprint: string
  /** May be empty. */
  comment: string
  /** Why the key is no longer secure. */
  weakness?: Message
}

export interface ReadKeys {
  keys: SshPublicKey[]
  /** Why other lines aren't keys; never empty if no key was found. */
  problems: KeyProblem[]
  /** The text without the parts parsed as comments, options, or headers. */
  withoutComments: string
  /** The parts parsed as comments, options, or headers. */
  comments: string
  /** Whether the text contains only keys and comments. */
  hasOnlyKeys: boolean
}

/**
 * Parses all public keys in a string: lines in OpenSSH's format, with or without options, and RFC 4716 blocks. Doesn't
 * look for private keys: run `findSecret` first.
 */
export function readPublicKeys(text: string): ReadKeys {
  const sourceLines = text.split(/\r\n|\n|\r/)
  const lines = sourceLines.map(stripHiddenCharacters)
  const result: Pick<ReadKeys, 'keys' | 'problems'> = { keys: [], problems: [] }
  const keptText: string[] = []
  const comments: string[] = []
  const add = (key: SshPublicKey, source: string) => {
    result.keys.push(key)
    keptText.push(`${key.type} ${key.blob}`)
    comments.push(source.replace(key.blob, ''))
  }
  const several = lines.filter((line) => /\S/.test(line) && !isComment(line)).length > 1
  for (let at = 0; at < lines.length; at += 1) {
    const isBlock = isRfc4716Begin(lines[at]!)
    const begin = at
    try {
      if (isBlock) {
        const block = readRfc4716(lines, at)
        at = block.end
        const source = lines
          .slice(begin, at + 1)
          .filter((line) => !block.blob.includes(line.trim()))
        add(parseKey(block.blob, undefined, block.comment), source.join('\n'))
      } else {
        const line = lines[at]!
        const key = readLine(line)
        if (key) add(key, line)
        else (isComment(line) ? comments : keptText).push(sourceLines[at]!)
      }
    } catch (error) {
      if (!(error instanceof LineError) && !(error instanceof MalformedKeyError)) throw error
      const hint = isBlock ? message('keyFiles.copyAgain') : undefined
      const problem =
        error instanceof LineError ? error.problem : brokenKeyProblem(error.reason, hint)
      // There may be more lines than a call can have arguments.
      // guard: block-lines
      for (const line of sourceLines.slice(begin, at + 1)) keptText.push(line)
      result.problems.push(several && !isBlock ? { ...problem, line: begin + 1 } : problem)
    }
  }
  if (result.keys.length === 0 && result.problems.length === 0)
    result.problems = [describeOtherFormat(text)]
  const withoutComments = keptText.join('\n')
  const hasOnlyKeys = keptText.filter((line) => /\S/.test(line)).length === result.keys.length
  return { ...result, withoutComments, comments: comments.join('\n'), hasOnlyKeys }
}

/** Parses a base64 blob; throws a `MalformedKeyError` with the reason. */
export function sshKeyFromBlob(base64: string): SshPublicKey {
  return parseKey(base64, undefined, '')
}

/** Formats a key as one line, for GitLab and the clipboard. */
export function sshKeyLine({ type, blob, comment }: SshPublicKey): string {
  return [type, blob, comment].filter(Boolean).join(' ')
}

/** Describes a key for the UI. */
export function sshKeyDetails(key: SshPublicKey): SshKeyDetails {
  const { type, bits, fingerprint, comment, weakness } = key
  const weak = weakness && textOf(weakness)
  return { type, bits, fingerprint, comment, weak, publicKey: sshKeyLine(key) }
}

/** Identifies a key regardless of its comment. */
export function sshKeyIdentity({ type, blob }: SshPublicKey): string {
  return `${type} ${blob}`
}

export function sameSshKey(a: SshPublicKey, b: SshPublicKey): boolean {
  return sshKeyIdentity(a) === sshKeyIdentity(b)
}

/**
 * Removes the invisible characters that web pages and chats insert before and within a line's key. The comment keeps
 * them.
 */
function stripHiddenCharacters(line: string): string {
  if (/^[\t -~]*$/.test(line)) return line
  const clean = (text: string) => replaceHidden(text, () => '')
  // JavaScript treats some of them as whitespace.
  const words = line.split(/([^\S\uFEFF\u2028\u2029]+)/)
  const last = words.findIndex((word) => word.includes('AA') && clean(word).startsWith('AAAA'))
  return words.map((word, index) => (index <= Math.max(0, last) ? clean(word) : word)).join('')
}

class LineError extends Error {
  readonly problem: KeyProblem

  constructor(problem: KeyProblem) {
    super(problem.reason.id)
    this.problem = problem
  }
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith('#')
}

/** The key in a line; undefined if there is none. Throws for a malformed key. */
function readLine(line: string): SshPublicKey | undefined {
  const text = line.trim()
  if (text === '' || isComment(text)) return undefined
  const word = text.split(/\s/, 1)[0]!
  if (isTypeWord(word)) return readOneLiner(text)
  if (/^\d+ \d+ \d{20}/.test(text)) {
    throw new LineError(otherProblem(message('keyFiles.sshProtocol1')))
  }
  if (/^AAAA[A-Za-z0-9+/]{20}/.test(word)) {
    throw new LineError(brokenKeyProblem(message('keyFiles.noType')))
  }
  const { hasOnlyOptions, rest } = splitFirstPart(text)
  if (!isTypeWord(rest.split(/\s/, 1)[0]!)) return undefined
  if (hasOnlyOptions) return readOneLiner(rest)
  throw new LineError(otherProblem(message('keyFiles.unknownOptions')))
}

function isTypeWord(word: string): boolean {
  return /^(ssh|ecdsa|sk|rsa|webauthn)-[a-z0-9-]+(@[a-z0-9.-]+)?$/.test(word)
}

function readOneLiner(text: string): SshPublicKey {
  const [, type, base64 = '', rest = ''] = /^(\S+)(?:\s+(\S+))?(?:\s+([^]*))?$/.exec(text) ?? []
  if (/-cert-v\d\d@openssh\.com$/.test(type!)) {
    throw new LineError(
      otherProblem(message('keyFiles.sshCertificate'), message('keyFiles.importCertifiedKey')),
    )
  }
  if (!isSshKeyType(type!)) {
    throw new LineError(otherProblem(message('keyFiles.unsupportedType', { type: type! })))
  }
  // OpenSSH ignores a comment that starts with #.
  return parseKey(base64, type, rest.startsWith('#') ? '' : rest)
}

function parseKey(base64: string, declared: string | undefined, comment: string): SshPublicKey {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    // Every four letters encode three bytes.
    const isCutOff = /^[A-Za-z0-9+/]*$/.test(base64) && (base64 === '' || base64.length % 4 !== 0)
    throw new MalformedKeyError(message(isCutOff ? 'keyFiles.cutOff' : 'keyFiles.notBase64'))
  }
  const { type, bits, blob } = readSshKeyBlob(bytes)
  if (declared !== undefined && declared !== type) {
    throw new MalformedKeyError(message('keyFiles.typeMismatch', { declared, actual: type }))
  }
  return {
    type,
    bits,
    blob: blob.toString('base64'),
    fingerprint: createFingerprint(blob),
    comment: comment.trim(),
    ...findWeakness(type, bits),
  }
}

function createFingerprint(blob: Buffer): string {
  return `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`
}

function findWeakness(type: SshKeyBlob['type'], bits: number): Pick<SshPublicKey, 'weakness'> {
  if (type === 'ssh-dss') return { weakness: message('keys.weakDsa') }
  if (type !== 'ssh-rsa' || bits >= weakRsaBits) return {}
  return { weakness: message('keys.weakRsa', { bits }) }
}

interface Rfc4716Block {
  /** Base64 with its lines joined. */
  blob: string
  /** The `Comment` header, or else `Subject`. */
  comment: string
  /** Index of the block's last line. */
  end: number
}

function isRfc4716Begin(line: string): boolean {
  return /^\s*-{4,5} ?BEGIN SSH2 PUBLIC KEY ?-{4,5}\s*$/.test(line)
}

/** Parses the block that starts at a line: its headers, which a backslash continues, and the key. */
function readRfc4716(lines: readonly string[], begin: number): Rfc4716Block {
  const headers = new Map<string, string>()
  let blob = ''
  for (let at = begin + 1; at < lines.length; at += 1) {
    let line = lines[at]!.trim()
    // Looking for the end of each block again and again would take forever.
    // guard: block-begin
    if (isRfc4716Begin(line)) break
    if (/^-{4,5} ?END SSH2 PUBLIC KEY ?-{4,5}$/.test(line)) {
      const comment = headers.get('comment') ?? headers.get('subject') ?? ''
      return { blob, comment, end: at }
    }
    if (blob === '' && line.includes(':')) {
      while (line.endsWith('\\') && at + 1 < lines.length) {
        at += 1
        line = line.slice(0, -1) + lines[at]!.trimEnd()
      }
      const [, tag, value] = /^([^:]*):\s*(.*)$/.exec(line) ?? []
      if (tag) headers.set(tag.trim().toLowerCase(), unquote(value!))
    } else blob += line
  }
  throw new MalformedKeyError(
    message('keyFiles.noEndLine', { line: '---- END SSH2 PUBLIC KEY ----' }),
  )
}

function unquote(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1) : value
}

/** The options allowed before a key; see AUTHORIZED_KEYS FILE FORMAT in sshd(8). */
const knownOptions = new Set([
  'agent-forwarding',
  'cert-authority',
  'command',
  'environment',
  'expiry-time',
  'from',
  'no-agent-forwarding',
  'no-port-forwarding',
  'no-pty',
  'no-touch-required',
  'no-user-rc',
  'no-x11-forwarding',
  'permitlisten',
  'permitopen',
  'port-forwarding',
  'principals',
  'pty',
  'restrict',
  'tunnel',
  'user-rc',
  'verify-required',
  'x11-forwarding',
])

/** Splits a line at its first space outside quotes; `hasOnlyOptions` is true if the first part consists of options. */
function splitFirstPart(line: string): { hasOnlyOptions: boolean; rest: string } {
  const names: string[] = []
  let name = ''
  let isQuoted = false
  let at = 0
  for (; at < line.length && (isQuoted || !/\s/.test(line[at]!)); at += 1) {
    const character = line[at]!
    if (isQuoted && character === '\\' && line[at + 1] === '"') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === ',') {
      names.push(name)
      name = ''
    } else if (!isQuoted) name += character
  }
  names.push(name)
  const hasOnlyOptions = names.every((one) => knownOptions.has(one.toLowerCase().replace(/=$/, '')))
  return { hasOnlyOptions, rest: line.slice(at).trimStart() }
}

interface Format {
  pattern: RegExp
  reason: Message
  hint?: Message
}

const pem = message('keyFiles.pem')
const convert = (command: string) => message('keyFiles.convert', { command })

/**
 * Formats that are often mistaken for SSH public keys. Patterns match within a line: across lines, `\s*` would take
 * minutes for a file of line breaks.
 */
const formats: Format[] = [
  {
    pattern: /^[ \t]*-----BEGIN PGP PUBLIC KEY BLOCK-----/m,
    reason: message('keyFiles.gpgKey'),
    hint: message('keyFiles.importAsGpgKey'),
  },
  {
    pattern: /^[ \t]*-----BEGIN PUBLIC KEY-----/m,
    reason: pem,
    hint: convert('ssh-keygen -i -m PKCS8 -f FILE'),
  },
  {
    pattern: /^[ \t]*-----BEGIN [A-Z0-9 ]*PUBLIC KEY-----/m,
    reason: pem,
    hint: convert('ssh-keygen -i -m PEM -f FILE'),
  },
  {
    pattern: /^[ \t]*-----BEGIN [A-Z0-9 ]*(CERTIFICATE|PKCS7|CMS)/m,
    reason: message('keyFiles.x509Certificate'),
  },
  { pattern: /^[ \t]*-----BEGIN SSH SIGNATURE-----/m, reason: message('keyFiles.sshSignature') },
  {
    pattern: /^[ \t]*-----BEGIN (DH|EC) PARAMETERS-----/m,
    reason: message('keyFiles.keyParameters'),
  },
  { pattern: /^age1[0-9a-z]{40}/m, reason: message('keyFiles.ageKey') },
  { pattern: /^untrusted comment:.*\r?\n[ \t]*RW/, reason: message('keyFiles.minisignKey') },
]

/** Identifies the format of text that isn't an SSH public key. */
function describeOtherFormat(text: string): KeyProblem {
  if (text.trim() === '') return otherProblem(message('keyFiles.empty'))
  const format = formats.find(({ pattern }) => pattern.test(text))
  if (format) return otherProblem(format.reason, format.hint)
  const isBinary = /[\0-\x08\x0e-\x1f\uFFFD]/.test(text)
  return otherProblem(message(isBinary ? 'keyFiles.binary' : 'keyFiles.noSshKey'))
}
