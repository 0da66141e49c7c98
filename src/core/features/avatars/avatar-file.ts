import { avatarLimit } from '../../../shared/limits.ts'
import { FailureError } from '../../infra/failure.ts'
import type { SentFile } from '../../../shared/service/fields.ts'
import { type PictureType, pictureType } from './picture-type.ts'

interface GivenPicture {
  filename: string
  type: PictureType
  base64: string
}

/** The file to send, byte for byte what was given; throws where it is no picture, another one, or too large. */
export function avatarFile({ filename, type, base64 }: GivenPicture): SentFile {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const found = pictureType(bytes)
  if (!found) {
    throw refused(`${filename} is no picture of a kind that the service takes.`, 'is no picture')
  }
  if (found !== type) {
    throw refused(`${filename} is said to be ${type} but is ${found}.`, `is ${found}`)
  }
  if (bytes.length > avatarLimit) {
    throw refused(`${filename} is larger than 200 KiB.`, 'is too big (should be at most 200 KiB)')
  }
  return { filename: sentName(filename, found), type, bytes }
}

// By the ending the service decides whether it takes the file (`lib/gitlab/file_type_detection.rb`).
const endings: Record<PictureType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
}

/** The file's name without folders and signs, with an ending that is true. */
function sentName(filename: string, type: PictureType): string {
  const [, stem = '', ending = ''] = /([^/\\]*?)(?:\.([^./\\]*))?$/.exec(filename) ?? []
  const name = stem.replace(/[^\p{L}\p{N}._ -]+/gu, '_').slice(0, 100) || 'avatar'
  const known = endings[type].find((one) => one === ending.toLowerCase())
  return `${name}.${known ?? endings[type][0]}`
}

function refused(message: string, says: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    message,
    hint: 'Choose a PNG, JPEG, GIF, WebP or BMP picture of at most 200 KiB; nothing was sent.',
    fields: { avatar: [says] },
  })
}
