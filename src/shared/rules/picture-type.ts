/**
 * The first bytes of each type, up to the part with the size, which some decoders also find behind others. SVG is left
 * out on purpose, because it can contain scripts.
 */
const signatures = {
  // guard: picture-first-part
  'image/png': /^\x89PNG\r\n\x1a\n\0\0\0\rIHDR/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBPVP8[ LX]/,
  // This also checks the header length, because text may begin with these letters.
  'image/bmp': /^BM[^]{12}[\x0c\x28\x40\x6c\x7c]\0\0\0/,
  'image/avif': /^[^]{4}ftyp(avif|avis|mif1|msf1)/,
}

export type PictureType = keyof typeof signatures

/** The number of bytes required to detect a file's type. */
export const signatureBytes = 18

/**
 * Detects an image's type from its first bytes, because its name and MIME type can’t be trusted. Returns undefined for
 * other files.
 */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  const types = Object.keys(signatures) as PictureType[]
  return types.find((type) => signatures[type].test(beginning))
}
