import { hash } from 'node:crypto'
import type { SshKeyDetails } from '../../shared/app/local-keys.ts'
import { authorizedKeysOptions } from './authorized-keys-options.ts'
import { otherFormat } from './other-formats.ts'
import { type Problem, broken, other } from './key-problem.ts'
import { isRfc4716Begin, readRfc4716 } from './rfc4716.ts'
import { type SshKeyBlob, isSshKeyType, readSshKeyBlob } from './ssh-key-blob.ts'
import { WireError } from './ssh-wire.ts'

/** A public key, taken apart. Nothing else of the text it was found in is kept. */
export interface SshPublicKey {
  type: string
  bits: number
  /** Base64 of the blob in its one canonical form: keys are the same when their types and blobs are. */
  blob: string
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  fingerprint: string
  /** Empty where there is none. */
  comment: string
  /** One sentence that says why the key is no longer safe. */
  weak?: string
}

export interface ReadKeys {
  keys: SshPublicKey[]
  /** What stood in the way of others; at least one where no key was found. */
  problems: Problem[]
}

/**
 * Reads every public key of a text: one-liners as OpenSSH writes them, with or without options before them, and blocks of
 * RFC 4716. Says nothing of private material: see `findSecret`, which goes first.
 */
export function readPublicKeys(text: string): ReadKeys {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const found: ReadKeys = { keys: [], problems: [] }
  const several = lines.filter((line) => /\S/.test(line) && !isComment(line)).length > 1
  for (let at = 0; at < lines.length; at += 1) {
    const isBlock = isRfc4716Begin(lines[at]!)
    const begin = at
    try {
      if (isBlock) {
        const block = readRfc4716(lines, at)
        at = block.end
        found.keys.push(keyOf(block.blob, undefined, block.comment))
      } else {
        const key = readLine(lines[at]!)
        if (key) found.keys.push(key)
      }
    } catch (error) {
      if (!(error instanceof LineProblem) && !(error instanceof WireError)) throw error
      const problem = error instanceof LineProblem ? error.problem : broken(error.message)
      found.problems.push(several && !isBlock ? { ...problem, line: begin + 1 } : problem)
    }
  }
  if (found.keys.length === 0 && found.problems.length === 0) found.problems = [otherFormat(text)]
  return found
}

/** A key as one line: what a service is sent, and what a person copies. */
export function sshKeyLine({ type, blob, comment }: SshPublicKey): string {
  return [type, blob, comment].filter(Boolean).join(' ')
}

/** A key as screens see it. */
export function sshKeyDetails(key: SshPublicKey): SshKeyDetails {
  const { type, bits, fingerprint, comment, weak } = key
  return { type, bits, fingerprint, comment, weak, publicKey: sshKeyLine(key) }
}

/** The same for two keys that are the same key, whatever their comments say. */
export function sshKeyIdentity({ type, blob }: SshPublicKey): string {
  return `${type} ${blob}`
}

/** Whether two keys are the same key. */
export function sameSshKey(a: SshPublicKey, b: SshPublicKey): boolean {
  return sshKeyIdentity(a) === sshKeyIdentity(b)
}

class LineProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.what)
    this.problem = problem
  }
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith('#')
}

/** The key of a line, nothing for a line that has none; throws for what should be one and is not. */
function readLine(line: string): SshPublicKey | undefined {
  const text = line.trim()
  if (text === '' || isComment(text)) return undefined
  const word = text.split(/\s/, 1)[0]!
  if (looksLikeType(word)) return readOneLiner(text)
  if (/^\d+ \d+ \d{20}/.test(text)) {
    throw new LineProblem(other('holds a key of SSH protocol 1, which is no longer in use'))
  }
  if (/^AAAA[A-Za-z0-9+/]{20}/.test(word)) {
    throw new LineProblem(broken('holds a key without its type in front of it'))
  }
  const { options, rest } = authorizedKeysOptions(text)
  if (!looksLikeType(rest.split(/\s/, 1)[0]!)) return undefined
  if (options) return readOneLiner(rest)
  throw new LineProblem(
    other('holds a key behind words that are no options of a key, as lists of known hosts do'),
  )
}

function looksLikeType(word: string): boolean {
  return /^(ssh|ecdsa|sk|rsa|webauthn)-[a-z0-9-]+(@[a-z0-9.-]+)?$/.test(word)
}

function readOneLiner(text: string): SshPublicKey {
  const [, type, base64 = '', rest = ''] = /^(\S+)(?:\s+(\S+))?(?:\s+([^]*))?$/.exec(text) ?? []
  if (/-cert-v\d\d@openssh\.com$/.test(type!)) {
    throw new LineProblem({
      ...other('is an OpenSSH certificate, which is not the key itself'),
      next: 'Import the public key that it was made for: the file of the same name without “-cert”.',
    })
  }
  if (!isSshKeyType(type!)) {
    throw new LineProblem(other(`is a key of the type ${type}, which the service does not take`))
  }
  // As OpenSSH reads it: what begins with # after the key is no comment.
  return keyOf(base64, type, rest.startsWith('#') ? '' : rest)
}

function keyOf(base64: string, declared: string | undefined, comment: string): SshPublicKey {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new WireError('is not whole: the part after its type is no proper base64')
  }
  const { type, bits, blob } = readSshKeyBlob(bytes)
  if (declared !== undefined && declared !== type) {
    throw new WireError(`says that it is ${declared} but holds ${type}`)
  }
  return {
    type,
    bits,
    blob: blob.toString('base64'),
    fingerprint: fingerprintOf(blob),
    comment: comment.trim(),
    ...weaknessOf(type, bits),
  }
}

function fingerprintOf(blob: Buffer): string {
  return `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`
}

function weaknessOf(type: SshKeyBlob['type'], bits: number): Pick<SshPublicKey, 'weak'> {
  if (type === 'ssh-dss') {
    return { weak: 'DSA is no longer safe, and OpenSSH has given it up.' }
  }
  return type === 'ssh-rsa' && bits < 2048
    ? { weak: `An RSA key of ${bits} bits can be broken; 2048 are the least that is safe.` }
    : {}
}
