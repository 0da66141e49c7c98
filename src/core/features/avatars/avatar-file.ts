import { avatarLimit } from '../../../shared/limits.ts'
import { FailureError } from '../../infra/failure.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { SentFile } from '../../../shared/service/fields.ts'
import { type PictureType, pictureType } from './picture-type.ts'

interface GivenPicture {
  filename: string
  type: PictureType
  base64: string
}

/** The file to send, byte for byte. Throws if it isn’t an image, has another type, or is too large. */
export function avatarFile({ filename, type, base64 }: GivenPicture): SentFile {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const found = pictureType(bytes)
  if (!found) {
    throw refused(message('avatar.refusedFormat', { filename }), message('avatar.notAnImage'))
  }
  if (found !== type) {
    throw refused(
      message('avatar.refusedType', { filename, type, found }),
      message('avatar.otherType', { found }),
    )
  }
  if (bytes.length > avatarLimit) {
    throw refused(message('avatar.refusedSize', { filename }), message('avatar.tooLarge'))
  }
  return { filename: sentName(filename, found), type, bytes }
}

// The service accepts files by their extension (`lib/gitlab/file_type_detection.rb`).
const endings: Record<PictureType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
}

/** The file’s name without folders and special characters, with the extension of its type. */
function sentName(filename: string, type: PictureType): string {
  const [, stem = '', ending = ''] = /([^/\\]*?)(?:\.([^./\\]*))?$/.exec(filename) ?? []
  const name = stem.replace(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 100) || 'avatar'
  const known = endings[type].find((one) => one === ending.toLowerCase())
  return `${name}.${known ?? endings[type][0]}`
}

function refused(text: Message, fieldText: Message): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: text,
    hint: message('avatar.refusedHint'),
    fields: { avatar: [fieldText] },
  })
}
