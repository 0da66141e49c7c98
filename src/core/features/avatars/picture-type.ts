import type { avatarTypes } from '../../../shared/app/avatars.ts'

export type PictureType = (typeof avatarTypes)[number]

/** How a file of each kind begins. SVG is not among them: it is a document that can do things. */
const beginnings: [RegExp, PictureType][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  // Its header has a length of its own, so that no text that begins with these letters is one.
  [/^BM[^]{12}[\x0c\x28\x40\x6c\x7c]\0\0\0/, 'image/bmp'],
]

/** What kind of picture bytes are, by what they hold and not by what anybody says of them; undefined for everything else. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 18)).toString('latin1')
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1]
}

/** A picture as an address that holds it; null for what is no picture. */
export function dataUrl(bytes: Uint8Array): string | null {
  const type = pictureType(bytes)
  return type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
}
