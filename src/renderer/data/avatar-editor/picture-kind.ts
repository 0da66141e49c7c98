import type { avatarTypes } from '../../../shared/app/avatars.ts'

/** What a picture is by its first bytes; AVIF is read here, and sent as something else. */
export type PictureKind = (typeof avatarTypes)[number] | 'image/avif'

const beginnings: [RegExp, PictureKind][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^BM/, 'image/bmp'],
  [/^[^]{4}ftyp(avif|avis|mif1|msf1)/, 'image/avif'],
]

/** What the first bytes of a file (16 will do) say that it is; names and types are only said. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 16))
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1]
}
