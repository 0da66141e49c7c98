import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

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

function loadKey(path: string): Buffer {
  try {
    const key = readFileSync(path)
    if (key.length === 32) return key
  } catch {
    // It does not exist yet.
  }
  const key = randomBytes(32)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, key, { mode: 0o600 })
  } catch {
    // The names are valid until this process ends.
  }
  return key
}
