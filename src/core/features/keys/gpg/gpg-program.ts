import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GpgKeyCapability, GpgKeyDetails } from '../../../../shared/operations/gpg-keys.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import { type BinaryRun, runForBytes } from '../../../platform/run-program.ts'
import type { GpgSigningKey } from '../../../keys/gpg-signing-key.ts'
import { decodeUserId, emailInUserId } from '../../../keys/user-id.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'

export interface GpgProgramOptions {
  /** Locates gpg (`PATH`) and its keys (`GNUPGHOME`, or else `HOME`). */
  environment: NodeJS.ProcessEnv
  /** The program's name or path. */
  program?: string
  /** Folders to search for gpg on macOS, in addition to `PATH`. */
  macFolders?: readonly string[]
  /** Timeout per run, in ms. */
  timeMs?: number
}

/** Why gpg returned nothing. */
export interface GpgFailure {
  state: 'absent' | 'failed'
  message: Message
  hint: Message
}

export type GpgAnswer = { output: Buffer } | { failure: GpgFailure }

/**
 * Read-only access to gpg on this computer. Guarantee: gpg runs without a shell or terminal, has a timeout, and is
 * never asked for a private key.
 */
export class GpgProgram {
  readonly #options: GpgProgramOptions

  constructor(options: GpgProgramOptions) {
    this.#options = options
  }

  /** All public keys, in the colon format of GnuPG's `doc/DETAILS`. */
  list(): Promise<GpgAnswer> {
    // gpg would create a missing home folder.
    if (!this.#hasHome()) return Promise.resolve({ output: Buffer.alloc(0) })
    return this.#run(['--with-colons', '--fixed-list-mode', '--with-secret', '--list-keys'])
  }

  /**
   * The key or subkey that gpg signs with for a `--local-user` name. gpg can only try that by signing, so this applies
   * its rule to its list of secret keys. `said` explains a failure.
   */
  async findSigningKey(name: string): Promise<GpgSigningKey> {
    // gpg lists all keys for an empty name, but signs with none.
    if (!this.#hasHome() || name.trim() === '') return {}
    const options = ['--with-colons', '--fixed-list-mode', '--list-secret-keys']
    const answer = await this.#run([...options, '--', name])
    if ('output' in answer) return signingKeyIn(answer.output.toString(), name)
    const errorText = textOf(answer.failure.message)
    return /No secret key/.test(errorText) ? {} : { said: errorText }
  }

  /** The packets of public keys, by fingerprint. */
  export(fingerprints: readonly string[]): Promise<GpgAnswer> {
    // They come from gpg or a parsed key, but are passed as command-line arguments.
    const safe = fingerprints.filter((fingerprint) => /^[0-9A-F]{40,64}$/.test(fingerprint))
    if (safe.length === 0) return Promise.resolve({ output: Buffer.alloc(0) })
    return this.#run(['--export', '--', ...safe])
  }

  #hasHome(): boolean {
    const { GNUPGHOME, HOME } = this.#options.environment
    if (GNUPGHOME) return existsSync(GNUPGHOME)
    // On Windows, only gpg can determine the folder.
    return process.platform === 'win32' || !HOME || existsSync(join(HOME, '.gnupg'))
  }

  async #run(command: string[]): Promise<GpgAnswer> {
    const {
      environment,
      program = 'gpg',
      macFolders = usualMacFolders,
      timeMs = 20_000,
    } = this.#options
    const quietOptions = ['--batch', '--no-tty', '--quiet', '--no-auto-check-trustdb']
    const run = await runForBytes(program, [...quietOptions, ...command], {
      environment: { ...environment, PATH: searchPath(environment, macFolders) },
      variables: { LC_ALL: 'C.UTF-8' },
      timeMs,
      maxOutput: 64 * 1024 * 1024,
    })
    return run.exitCode === 0 ? { output: run.stdout } : { failure: toGpgFailure(run) }
  }
}

interface SecretPart {
  fingerprint: string
  /** Unix time. */
  created: number
  /** Whether it can sign now with a private key on this computer or a card. */
  signs: boolean
  isValid: boolean
}

/**
 * The signing key in a colon listing (GnuPG's `doc/DETAILS`), as `finish_lookup` in `g10/getkey.c` chooses it: in the
 * first key that can sign, the newest subkey, or else the primary key. An exclamation mark names one part exactly.
 */
function signingKeyIn(list: string, name: string): GpgSigningKey {
  const [, exact] = /^(?:0x)?([0-9a-f\s]+)!$/i.exec(name.trim()) ?? []
  const end = exact?.replace(/\s+/g, '').toUpperCase()
  for (const [primary, ...subkeys] of secretKeysIn(list)) {
    if (!primary?.isValid) continue
    const parts = end === undefined ? subkeys : [primary, ...subkeys]
    const usable = parts.filter(
      ({ signs, fingerprint }) => signs && (end === undefined || fingerprint.endsWith(end)),
    )
    const newest = Math.max(...usable.map(({ created }) => created))
    const chosen =
      usable.find(({ created }) => created === newest) ??
      (primary.signs && end === undefined ? primary : undefined)
    if (chosen) return { fingerprint: chosen.fingerprint, primary: primary.fingerprint }
  }
  return {}
}

function secretKeysIn(list: string): SecretPart[][] {
  const keys: SecretPart[][] = []
  for (const line of list.split('\n')) {
    const fields = line.split(':')
    const [type, validity = ''] = fields
    if (type === 'sec') keys.push([])
    if (type === 'sec' || type === 'ssb') {
      const [capabilities = '', isElsewhere] = [fields[11], fields[14] === '#']
      const isValid = !/[eri]/.test(validity)
      const signs = isValid && capabilities.includes('s') && !isElsewhere
      keys.at(-1)?.push({ fingerprint: '', created: Number(fields[5]), signs, isValid })
    }
    const part = keys.at(-1)?.at(-1)
    if (type === 'fpr' && part?.fingerprint === '') part.fingerprint = fields[9]!
  }
  return keys
}

/**
 * Where Homebrew (Apple silicon and Intel), MacPorts and GPG Suite install gpg. Apps started from the Finder don't have
 * these folders in their `PATH`.
 */
const usualMacFolders = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/opt/local/bin',
  '/usr/local/MacGPG2/bin',
]

function searchPath({ PATH }: NodeJS.ProcessEnv, macFolders: readonly string[]) {
  if (process.platform !== 'darwin') return PATH
  const pathFolders = PATH?.split(':').filter(Boolean) ?? ['/usr/bin', '/bin']
  return [...new Set([...pathFolders, ...macFolders])].join(':')
}

function toGpgFailure({ problem, stderr }: BinaryRun): GpgFailure {
  if (problem === 'absent') {
    return {
      state: 'absent',
      message: message('keys.gpgMissing'),
      hint: message('keys.installGpg'),
    }
  }
  const failed = (reason: Message): GpgFailure => {
    return { state: 'failed', message: reason, hint: message('keys.gpgFailedHint') }
  }
  if (problem === 'too-much') return failed(message('keys.gpgTooMany'))
  if (problem === 'timeout') return failed(message('keys.gpgTimeout'))
  const [line = ''] = stderr.trim().split('\n').slice(-1)
  const reason = truncate(line.replace(/^gpg: (Fatal: )?/, ''), 200).replace(/\.$/, '')
  return failed(reason ? message('keys.gpgFailedBecause', { reason }) : message('keys.gpgFailed'))
}

/** A key as gpg lists it. */
export interface GpgProgramKey {
  details: GpgKeyDetails
  /** Whether gpg has its private key or a subkey's, on this computer or on a card. */
  hasPrivateKey: boolean
}

type Part = GpgKeyDetails['subkeys'][number]

/**
 * Parses the output of `gpg --with-colons --with-secret --list-keys` (GnuPG's `doc/DETAILS`). Ignores unknown records.
 */
export function readGpgListing(output: Buffer, now: number): GpgProgramKey[] {
  const keys: GpgProgramKey[] = []
  /** The key or subkey that the next fingerprint belongs to. */
  let part: Part | undefined
  // Uses one character per byte, because user IDs may have any encoding.
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
    // Uppercase letters describe the key as a whole.
    capabilities: capabilities
      .filter(([letter]) => letters.includes(letter))
      .map(([, name]) => name),
  }
}

/** Whether gpg has the private key: `+` or a card's serial number; `#` marks one that is stored in another place. */
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
