import { type KeyObject, createHash, sign } from 'node:crypto'
import { createReadStream, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse, stringify } from 'yaml'
import { UpdateInfo, signedBytes } from '../../../src/core/features/updates/signed-update.ts'

const sumsName = 'SHA256SUMS'

/**
 * Adds signatures to the update files for Linux. electron-updater passes them to the app. Returns the file names.
 */
export function signUpdates(folder: string, key: KeyObject): string[] {
  const names = readdirSync(folder).filter((name) => /-linux[\w-]*\.yml$/.test(name))
  for (const name of names) {
    const path = join(folder, name)
    const updateInfo: unknown = parse(readFileSync(path, 'utf8'))
    const signature = sign(null, signedBytes(UpdateInfo.parse(updateInfo)), key).toString('base64')
    writeFileSync(path, stringify({ ...(updateInfo as object), signature }))
  }
  return names
}

/** Writes every file’s SHA-256 to `SHA256SUMS`, for `sha256sum --check`, and signs the list if there is a key. */
export async function writeSums(folder: string, key?: KeyObject): Promise<void> {
  const names = readdirSync(folder).filter((name) => !name.startsWith(sumsName))
  const lines: string[] = []
  for (const name of names.sort()) lines.push(`${await sha256(join(folder, name))}  ${name}\n`)
  const text = lines.join('')
  writeFileSync(join(folder, sumsName), text)
  if (key) writeFileSync(join(folder, `${sumsName}.sig`), sign(null, Buffer.from(text), key))
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
