import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

/** The part of a release's metadata that its signature covers. */
export const UpdateInfo = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string() })).min(1),
})
export type UpdateInfo = z.output<typeof UpdateInfo>

const SignedInfo = UpdateInfo.extend({ signature: z.base64() })

/** Thrown if a release wasn't signed with the owner's key. None of its files may be downloaded. */
export class UnsignedUpdateError extends Error {
  readonly version: string

  constructor(version: string) {
    super(`unsigned update ${version}`)
    this.version = version
  }
}

/** Signed along with each release, so that a signature made for something else doesn't match. Not shown to users. */
const purpose = ['Latchkey', 'update'].join(' ')

/** The bytes to sign. They include the version, so that an old file can't be passed off as a new version. */
export function signedBytes({ version, files }: UpdateInfo): Buffer {
  const hashes = files.map(({ url, sha512 }) => [url, sha512])
  return Buffer.from(JSON.stringify([purpose, version, hashes]))
}

/** Whether the owner of an Ed25519 key (SPKI, base64) signed a release. */
export function isSignedUpdate(info: unknown, key: string): boolean {
  const parsed = SignedInfo.safeParse(info)
  if (!parsed.success) return false
  const publicKey = createPublicKey({
    key: Buffer.from(key, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const signature = Buffer.from(parsed.data.signature, 'base64')
  // guard: update-signature
  return verify(null, signedBytes(parsed.data), publicKey, signature)
}
