import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { prepareFile } from '../files/atomic-write.ts'
import { readRegularFile } from '../files/regular-file.ts'

/**
 * Names for instances in the log: stable, but meaningless on other computers, because the key from which they
 * are derived stays in `path`. If that can't be stored, the names change with each start.
 */
export function createInstanceTags(path: string): (baseUrl: string) => string {
  const key = loadKey(path)
  return (baseUrl) => {
    const digest = createHmac('sha256', key).update(baseUrl).digest('hex')
    return `instance-${digest.slice(0, 8)}`
  }
}

const keyBytes = 32

function loadKey(path: string): Buffer {
  try {
    const key = readRegularFile(path, keyBytes)
    if (key.length === keyBytes) return key
  } catch {
    // It does not exist yet.
  }
  const key = randomBytes(keyBytes)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    prepareFile(path, key).commit()
  } catch {
    // The names are valid until this process ends.
  }
  return key
}
