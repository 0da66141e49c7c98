import { createHash } from 'node:crypto'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'
import type { User } from './database/users.ts'
import { ApiError } from './errors.ts'
import type { Upload } from './uploads.ts'

/** In bytes; `app/models/concerns/avatarable.rb`. */
export const avatarLimit = 204_800

/** An avatar, as served over HTTP. */
export interface Avatar {
  type: string
  digest: string
  bytes: Uint8Array
}

// lib/gitlab/file_type_detection.rb, `SAFE_IMAGE_EXT`
const extensions = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'ico', 'webp']

/** MIME types by magic bytes. */
const signatures: [RegExp, string][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^BM/, 'image/bmp'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
  [/^\0\0\x01\0/, 'image/vnd.microsoft.icon'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
]

/** Stores a file as a user's avatar, replacing the previous one, and returns its URL. Throws an `ApiError`. */
export function storeAvatar(context: Context, userId: number, file: Upload): string {
  const errors = avatarErrors(file)
  if (errors.length > 0) {
    throw new ApiError(400, { message: errors.map((text) => `Avatar ${text}`).join('. ') })
  }
  return context.db.transaction(() => {
    const avatar = saveAvatar(context.db, userId, file)
    context.db.run(
      'UPDATE users SET updated_at = ? WHERE id = ?',
      context.now().toISOString(),
      userId,
    )
    return avatarUrl(context, { id: userId, avatar })!
  })
}

/** Errors in an avatar file, worded to follow the field's name. */
export function avatarErrors(file: Upload): string[] {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const errors = []
  if (!extensions.includes(extension) || detectImageType(file.bytes) === undefined) {
    errors.push(
      `file format is not supported. Please try one of the following supported formats: ${extensions.join(', ')}`,
    )
  }
  if (file.size > avatarLimit) errors.push('is too big (should be at most 200 KiB)')
  return errors
}

/** Stores a valid file and returns its file name. Call within a transaction. */
export function saveAvatar(db: Database, userId: number, { name, bytes }: Upload): string {
  const type = detectImageType(bytes) ?? 'application/octet-stream'
  const digest = createHash('sha256').update(bytes).digest('hex')
  db.insert('avatars', { user_id: userId, type, digest, bytes }, 'REPLACE')
  const fileName = sanitizeFileName(name)
  db.run('UPDATE users SET avatar = ? WHERE id = ?', fileName, userId)
  return fileName
}

/** The URL of a user's avatar, or null. */
export function avatarUrl(
  { url }: Pick<Context, 'url'>,
  { id, avatar }: Pick<User, 'id' | 'avatar'>,
): string | null {
  return avatar === null ? null : `${url}/uploads/-/system/user/avatar/${id}/${avatar}`
}

/** The avatar served at a URL path, if it exists. */
export function findAvatar(db: Database, userId: number, name: string): Avatar | undefined {
  return db.one<Avatar>(
    `SELECT type, digest, bytes FROM avatars JOIN users ON users.id = user_id
     WHERE user_id = ? AND avatar = ?`,
    userId,
    name,
  )
}

function detectImageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return signatures.find(([pattern]) => pattern.test(start))?.[1]
}

/** The base name, with unsafe characters replaced (`carrierwave`, sanitized_file.rb). */
function sanitizeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!
  return last.replace(/[^A-Za-z0-9.\-+_]/g, '_').slice(-255)
}
