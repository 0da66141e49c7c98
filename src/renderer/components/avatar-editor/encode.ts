import { avatarLimit } from '../../../shared/rules/limits.ts'
import { type Crop, squareOf } from './crop.ts'
import type { OpenPicture } from './open-picture.ts'

/** The maximum side length (px) of an avatar. */
export const sideLimit = 192

/** An image format, with `quality` if it’s lossy. */
export interface Encoding {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  quality?: number
}

const qualities = [0.92, 0.85, 0.75, 0.65, 0.5, 0.35]

/** The encodings to try, best first. */
export function avatarEncodings(isTransparent: boolean): Encoding[] {
  const lossy = (type: Encoding['type']) => qualities.map((quality) => ({ type, quality }))
  return isTransparent ? [{ type: 'image/png' }, ...lossy('image/webp')] : lossy('image/jpeg')
}

/** The first result within the size limit. Skips formats the browser can’t write, for which it returns another type. */
export async function firstEncodingThatFits(
  candidates: readonly Encoding[],
  encode: (encoding: Encoding) => Promise<Blob | null>,
): Promise<Blob | undefined> {
  for (const encoding of candidates) {
    const blob = await encode(encoding)
    if (blob && blob.type === encoding.type && blob.size <= avatarLimit) return blob
  }
  return undefined
}

/** The square’s side in original pixels, capped so that the result isn’t scaled up. */
export function originalSide(crop: Crop, picture: OpenPicture): number {
  const { side } = squareOf(crop, picture.bitmap)
  return Math.max(1, Math.min(sideLimit, Math.round(side * picture.scale)))
}

/** Draws the cropped square so that it fills a canvas. */
export function drawCrop(canvas: HTMLCanvasElement, crop: Crop, { bitmap }: OpenPicture): void {
  const { left, top, side } = squareOf(crop, bitmap)
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** Whether the original file can be sent. */
export function canSendOriginal({ file, type }: OpenPicture): boolean {
  return file.size <= avatarLimit && type !== 'image/avif'
}

/** Prepares the image to send: the original file or the crop. */
export async function encodePicture(
  picture: OpenPicture,
  crop: Crop,
  asOriginal: boolean,
): Promise<Blob> {
  const { file, type } = picture
  if (asOriginal) return file.slice(0, file.size, type)
  const blob = await encodeCrop(crop, picture)
  if (!blob) throw new Error('No encoding fits the size limit.')
  return blob
}

/** Encodes the square within the size limit and strips metadata. */
async function encodeCrop(crop: Crop, picture: OpenPicture): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = originalSide(crop, picture)
  drawCrop(canvas, crop, picture)
  return firstEncodingThatFits(
    avatarEncodings(hasTransparency(canvas)),
    ({ type, quality }) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  )
}

function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return pixels?.some((value, index) => index % 4 === 3 && value < 255) ?? false
}
