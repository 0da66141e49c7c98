import { Buffer } from 'node:buffer'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { MalformedKeyError } from '../../../keys/key-problem.ts'
import { findSecret, isOnlyWords } from '../../../keys/private-key.ts'
import { repairText, decodeText } from '../../../keys/text.ts'
import { decodeArmoredBlock, findArmoredBlocks, textAroundBlocks } from '../../../keys/armor.ts'
import { readGpgKey } from '../../../keys/gpg-public-key.ts'
import {
  SecretPacketError,
  packetTags,
  readPackets,
  splitGpgKeys,
} from '../../../keys/pgp-packets.ts'
import {
  type KeyFileRow,
  formatFileRow,
  refusedFileRow,
  secretFileRow,
  skippedKeyFile,
  unreadableFileRow,
} from '../file-rows.ts'
import { decodeUserId } from '../../../keys/user-id.ts'
import type { SecretKeyFormat } from '../../../keys/secret-bytes.ts'
import type { GpgKeyDetails } from '../../../../shared/operations/gpg-keys.ts'
import type { ExaminedKey } from '../examined-keys.ts'

export interface ExaminedGpgKey extends ExaminedKey {
  details: GpgKeyDetails
  hasPrivateKey: boolean
  /** Absent if gpg has the key, whose packets are then exported when needed. */
  packets?: Buffer
}

type GpgKeyRow = KeyFileRow<ExaminedGpgKey>

/** Examines a file like `examineSsh` does: a file with any secret material is rejected entirely. Never throws. */
export async function examineGpg(
  file: string,
  content: Buffer | string,
  now: number,
): Promise<GpgKeyRow[]> {
  try {
    return await examineContent(file, content, now)
  } catch {
    // guard: malformed-gpg-key
    return [unreadableFileRow(file)]
  }
}

async function examineContent(
  file: string,
  content: Buffer | string,
  now: number,
): Promise<GpgKeyRow[]> {
  try {
    const secret = findSecret(content)
    if (secret !== undefined) {
      const place = findWords(content)
      if (place !== 'around') return [secretGpgRow(file, secret, place)]
    }
    const keys = readEachBlock(content)
    if (keys.length === 0) return [noKeyRow(file, content)]
    const rows = await Promise.all(
      keys.map((key) =>
        key instanceof MalformedKeyError ? brokenKeyRow(file, key.reason) : keyRow(file, key, now),
      ),
    )
    return withEachReasonOnce(rows)
  } catch (error) {
    if (error instanceof SecretPacketError) return [secretGpgRow(file, 'gpg')]
    throw error
  }
}

/** Where text only looks like a secret: around the blocks (never sent) or in a user ID. */
function findWords(content: Buffer | string): 'around' | 'name' | undefined {
  const text = decodeAndRepair(content)
  const armored = findArmoredBlocks(text)
  try {
    if (armored.length === 0) return hasOnlyWordsInNames(binaryBlock(content)) ? 'name' : undefined
    // Not repaired, because that would hide binary secrets.
    const around = textAroundBlocks(typeof content === 'string' ? content : decodeText(content))
    if (around.count !== armored.length || (findSecret(around.text) && !isOnlyWords(around.text)))
      return undefined
    const suspects = armored.map(decodeArmoredBlock).filter((block) => findSecret(block))
    if (suspects.length === 0) return 'around'
    return suspects.every(hasOnlyWordsInNames) ? 'name' : undefined
  } catch (error) {
    if (error instanceof MalformedKeyError) return undefined
    throw error
  }
}

function hasOnlyWordsInNames(block: Buffer): boolean {
  const packets = readPackets(block)
  const others = packets.filter(({ tag }) => tag !== packetTags.userId)
  return (
    packets.length > 0 &&
    !findSecret(Buffer.concat(others.map(({ raw }) => raw))) &&
    packets
      .filter(({ tag }) => tag === packetTags.userId)
      .every(({ body }) => isOnlyWords(decodeUserId(body)))
  )
}

/**
 * The packets of each public key in a file, armored or not, or an error for a part without one. Throws if any part
 * contains a secret.
 */
function readEachBlock(content: Buffer | string): (Buffer | MalformedKeyError)[] {
  const blocks = findArmoredBlocks(decodeAndRepair(content))
  if (blocks.length > 0) {
    return blocks.flatMap((block) => ifWellFormed(() => splitGpgKeys(decodeArmoredBlock(block))))
  }
  return ifWellFormed(() => splitGpgKeys(binaryBlock(content)))
}

/** The content of a file with unarmored packets; empty for text. */
function binaryBlock(content: Buffer | string): Buffer {
  return typeof content === 'string' || content[0]! < 0x80 ? Buffer.alloc(0) : content
}

function ifWellFormed(read: () => Buffer[]): (Buffer | MalformedKeyError)[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedKeyError) return [error]
    throw error
  }
}

function decodeAndRepair(content: Buffer | string): string {
  return repairText(typeof content === 'string' ? content : decodeText(content))
}

/** Drops rows of malformed keys whose reason an earlier row already reports. */
function withEachReasonOnce(rows: readonly GpgKeyRow[]): GpgKeyRow[] {
  const reportedReasons = new Set<string>()
  return rows.filter((row) => {
    if (row.kind === 'key') return true
    const text = formatFileRow(row).message
    return !reportedReasons.has(text) && reportedReasons.add(text)
  })
}

async function keyRow(file: string, packets: Buffer, now: number): Promise<GpgKeyRow> {
  try {
    const { details } = await readGpgKey(packets, now)
    const { fingerprint: identity, userIds } = details
    const key = { file, identity, details, packets, hasPrivateKey: false }
    if (userIds.length > 0) return { kind: 'key', key }
    return brokenKeyRow(file, message('keyFiles.noUserId'))
  } catch (error) {
    if (error instanceof MalformedKeyError) return brokenKeyRow(file, error.reason)
    throw error
  }
}

function secretGpgRow(file: string, secret: SecretKeyFormat, place?: 'name'): GpgKeyRow {
  const row = secretFileRow(file, secret)
  if (place === undefined) {
    return { ...row, hint: message('keyFiles.exportPublicKey', { command: exportCommand }) }
  }
  const reason = message('keyFiles.secretInUserId')
  return {
    ...row,
    message: message('keyFiles.problem', { file, reason }),
    hint: message('keyFiles.replaceUserId', { command: 'gpg --edit-key EMAIL' }),
  }
}

function brokenKeyRow(file: string, reason: Message): GpgKeyRow {
  return refusedFileRow(
    file,
    reason,
    message('keyFiles.exportAgainWith', { command: exportCommand }),
  )
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
    pattern: /^[ \t]*(ssh|ecdsa|sk)-\S+ AAAA|---- BEGIN SSH2 PUBLIC KEY/m,
    reason: message('keyFiles.sshKey'),
    hint: message('keyFiles.importAsSshKey'),
  },
]

function noKeyRow(file: string, content: Buffer | string): GpgKeyRow {
  const text = decodeAndRepair(content)
  const format = otherFormats.find(({ pattern }) => pattern.test(text))
  return {
    ...skippedKeyFile(file, format?.reason ?? message('keyFiles.noGpgKey')),
    hint: format?.hint ?? message('keyFiles.chooseGpgKey', { command: exportCommand }),
  }
}
