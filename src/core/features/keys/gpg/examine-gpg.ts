import type { Buffer as Bytes } from 'node:buffer'
import { findSecret } from '../../../keys/private-key.ts'
import { mendedText, textOf } from '../../../keys/text.ts'
import { publicBlocksIn } from '../../../keys/armor.ts'
import { readGpgKey } from '../../../keys/gpg-public-key.ts'
import { PgpProblem, SecretPacket, publicKeysIn } from '../../../keys/pgp-packets.ts'
import { type FileRow, refusedSecret, skipped, unreadable } from '../file-rows.ts'
import type { ExaminedGpgKey } from './gpg-key-kind.ts'

type GpgKeyRow = FileRow<ExaminedGpgKey>

/** Reads what a file holds, as `examine` does for SSH keys: secret material refuses it whole, and nothing throws. */
export async function examineGpg(
  file: string,
  content: Bytes | string,
  now: number,
): Promise<GpgKeyRow[]> {
  try {
    return await examined(file, content, now)
  } catch {
    // guard: malformed-gpg-key
    return [unreadable(file)]
  }
}

async function examined(file: string, content: Bytes | string, now: number): Promise<GpgKeyRow[]> {
  const secret = findSecret(content)
  if (secret !== undefined) return [refusedWhole(file, secret)]
  try {
    const keys = keysIn(content)
    if (keys.length === 0) return [nothingIn(file, content)]
    return await Promise.all(keys.map((packets) => rowOf(file, packets, now)))
  } catch (error) {
    if (error instanceof SecretPacket) return [refusedWhole(file, 'a GPG private key')]
    if (error instanceof PgpProblem) return [broken(file, error.message)]
    throw error
  }
}

/** The packets of each public key of a file, armoured or not. */
function keysIn(content: Bytes | string): Bytes[] {
  const blocks = publicBlocksIn(searchableText(content))
  if (blocks.length > 0) return blocks.flatMap(publicKeysIn)
  return typeof content !== 'string' && content[0]! >= 0x80 ? publicKeysIn(content) : []
}

function searchableText(content: Bytes | string): string {
  return mendedText(typeof content === 'string' ? content : textOf(content))
}

async function rowOf(file: string, packets: Bytes, now: number): Promise<GpgKeyRow> {
  try {
    const { details } = await readGpgKey(packets, now)
    const { fingerprint: identity, userIds } = details
    const key = { file, identity, details, packets, hasPrivateKey: false }
    if (userIds.length > 0) return { kind: 'key', key }
    return broken(file, 'holds a key without any name that it signed itself')
  } catch (error) {
    if (error instanceof PgpProblem) return broken(file, error.message)
    throw error
  }
}

function refusedWhole(file: string, secret: string): GpgKeyRow {
  return {
    ...refusedSecret(file, secret),
    hint: 'Export the public key instead, with “gpg --armor --export ADDRESS”.',
  }
}

function broken(file: string, what: string): GpgKeyRow {
  return {
    kind: 'refused',
    secret: false,
    file,
    message: `${file} ${what}.`,
    hint: 'Export the public key again, with “gpg --armor --export ADDRESS”.',
  }
}

/** What people mistake for a GPG key. */
const otherThings: [RegExp, what: string, hint?: string][] = [
  [/^\s*$/, 'is empty'],
  [/-----BEGIN PGP (SIGNED )?MESSAGE-----/, 'holds a message, which is no GPG key'],
  [/-----BEGIN PGP SIGNATURE-----/, 'holds a signature, which is no GPG key'],
  [
    /^\s*(ssh|ecdsa|sk)-\S+ AAAA|---- BEGIN SSH2 PUBLIC KEY/m,
    'holds an SSH key, which is no GPG key',
    'Import it as an SSH key.',
  ],
]

function nothingIn(file: string, content: Bytes | string): GpgKeyRow {
  const text = searchableText(content)
  const [, what, hint] = otherThings.find(([pattern]) => pattern.test(text)) ?? []
  return {
    ...skipped(file, what ?? 'holds no GPG key'),
    hint: hint ?? 'Choose a public key that was exported with “gpg --armor --export ADDRESS”.',
  }
}
