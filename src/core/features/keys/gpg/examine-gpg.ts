import type { Buffer as Bytes } from 'node:buffer'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { MalformedKeyError } from '../../../keys/key-problem.ts'
import { findSecret } from '../../../keys/private-key.ts'
import { repairText, decodeText } from '../../../keys/text.ts'
import { readArmoredBlocks } from '../../../keys/armor.ts'
import { readGpgKey } from '../../../keys/gpg-public-key.ts'
import { SecretPacketError, splitPublicKeys } from '../../../keys/pgp-packets.ts'
import { type FileRow, refused, refusedSecret, skipped, unreadable } from '../file-rows.ts'
import type { SecretKind } from '../../../keys/secret-bytes.ts'
import type { ExaminedGpgKey } from './gpg-key-kind.ts'

type GpgKeyRow = FileRow<ExaminedGpgKey>

/** Examines a file as `examine` does for SSH keys: one with secret material is refused as a whole. Never throws. */
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
    if (error instanceof SecretPacketError) return [refusedWhole(file, 'gpg')]
    if (error instanceof MalformedKeyError) return [broken(file, error.reason)]
    throw error
  }
}

/** The packets of each public key of a file, armoured or not. */
function keysIn(content: Bytes | string): Bytes[] {
  const blocks = readArmoredBlocks(searchableText(content))
  if (blocks.length > 0) return blocks.flatMap(splitPublicKeys)
  return typeof content !== 'string' && content[0]! >= 0x80 ? splitPublicKeys(content) : []
}

function searchableText(content: Bytes | string): string {
  return repairText(typeof content === 'string' ? content : decodeText(content))
}

async function rowOf(file: string, packets: Bytes, now: number): Promise<GpgKeyRow> {
  try {
    const { details } = await readGpgKey(packets, now)
    const { fingerprint: identity, userIds } = details
    const key = { file, identity, details, packets, hasPrivateKey: false }
    if (userIds.length > 0) return { kind: 'key', key }
    return broken(file, message('keyFiles.noUserId'))
  } catch (error) {
    if (error instanceof MalformedKeyError) return broken(file, error.reason)
    throw error
  }
}

function refusedWhole(file: string, secret: SecretKind): GpgKeyRow {
  return {
    ...refusedSecret(file, secret),
    hint: message('keyFiles.exportPublicKey', { command: exportCommand }),
  }
}

function broken(file: string, reason: Message): GpgKeyRow {
  return refused(file, reason, message('keyFiles.exportAgainWith', { command: exportCommand }))
}

const exportCommand = 'gpg --armor --export EMAIL'

/** Formats that are mistaken for GPG keys. */
const otherFormats: { pattern: RegExp; reason: Message; hint?: Message }[] = [
  { pattern: /^\s*$/, reason: message('keyFiles.empty') },
  {
    pattern: /-----BEGIN PGP (SIGNED )?MESSAGE-----/,
    reason: message('keyFiles.pgpMessage'),
  },
  { pattern: /-----BEGIN PGP SIGNATURE-----/, reason: message('keyFiles.pgpSignature') },
  {
    pattern: /^\s*(ssh|ecdsa|sk)-\S+ AAAA|---- BEGIN SSH2 PUBLIC KEY/m,
    reason: message('keyFiles.sshKey'),
    hint: message('keyFiles.importAsSshKey'),
  },
]

function nothingIn(file: string, content: Bytes | string): GpgKeyRow {
  const text = searchableText(content)
  const format = otherFormats.find(({ pattern }) => pattern.test(text))
  return {
    ...skipped(file, format?.reason ?? message('keyFiles.noGpgKey')),
    hint: format?.hint ?? message('keyFiles.chooseGpgKey', { command: exportCommand }),
  }
}
