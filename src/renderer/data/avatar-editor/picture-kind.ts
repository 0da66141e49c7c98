import type { avatarTypes } from '../../../shared/app/avatars.ts'

/** The format of an image. AVIF can be opened, and is sent in another format. */
export type PictureKind = (typeof avatarTypes)[number] | 'image/avif'

const beginnings: [RegExp, PictureKind][] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^BM/, 'image/bmp'],
  [/^[^]{4}ftyp(avif|avis|mif1|msf1)/, 'image/avif'],
]

/** The format by the first 16 bytes of a file. Its name and type can’t be trusted. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 16))
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1]
}
