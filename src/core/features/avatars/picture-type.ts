import type { avatarTypes } from '../../../shared/app/avatars.ts'

export type PictureType = (typeof avatarTypes)[number]

/** The first bytes of each type. SVG is missing on purpose: it can contain scripts. */
const signatures: [RegExp, PictureType][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  // The length of its header is checked too, because a text may begin with these letters.
  [/^BM[^]{12}[\x0c\x28\x40\x6c\x7c]\0\0\0/, 'image/bmp'],
]

/** The type of a picture by its bytes; undefined for everything else. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 18)).toString('latin1')
  return signatures.find(([pattern]) => pattern.test(beginning))?.[1]
}

/** A picture as a `data:` URL; null for anything else. */
export function toDataUrl(bytes: Uint8Array): string | null {
  const type = pictureType(bytes)
  return type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
}
