import { avatarLimit } from '../../../shared/rules/limits.ts'
import { FailureError } from '../../platform/failure.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { SentFile } from '../../../shared/gitlab/fields.ts'
import { type AvatarType, avatarType } from './avatar-type.ts'
import { truncate } from '../../../shared/rules/text-length.ts'

interface PictureInput {
  filename: string
  type: AvatarType
  base64: string
}

/** The file to send, byte for byte. Throws if it isn’t an image, has another type, or is too large. */
export function toAvatarFile({ filename, type, base64 }: PictureInput): SentFile {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const found = avatarType(bytes)
  if (!found) {
    throw invalidAvatar(message('avatar.refusedFormat', { filename }), message('avatar.notAnImage'))
  }
  if (found !== type) {
    throw invalidAvatar(
      message('avatar.refusedType', { filename, type, found }),
      message('avatar.otherType', { found }),
    )
  }
  if (bytes.length > avatarLimit) {
    throw invalidAvatar(message('avatar.refusedSize', { filename }), message('avatar.tooLarge'))
  }
  return { filename: uploadName(filename, found), type, bytes }
}

// The service accepts files by their extension (`lib/gitlab/file_type_detection.rb`).
const extensions: Record<AvatarType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
}

/** The file’s name without folders and special characters, with the extension of its type. */
function uploadName(filename: string, type: AvatarType): string {
  const [, stem = '', ending = ''] = /([^/\\]*?)(?:\.([^./\\]*))?$/.exec(filename) ?? []
  const name = truncate(stem.replace(/[^\p{L}\p{N}._ -]+/gu, '_'), 100) || 'avatar'
  const known = extensions[type].find((one) => one === ending.toLowerCase())
  return `${name}.${known ?? extensions[type][0]}`
}

function invalidAvatar(text: Message, fieldText: Message): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: text,
    hint: message('avatar.refusedHint'),
    fields: { avatar: [fieldText] },
  })
}
