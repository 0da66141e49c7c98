import { createHash } from 'node:crypto'

/** SHA-256 in hex. The database stores secrets only as digests. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
