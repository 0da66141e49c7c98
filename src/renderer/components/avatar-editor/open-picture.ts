import { CallError } from '../../bridge/call-error.ts'
import type { MessageId, MessageValues } from '../../../shared/messages/message.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { isAnimated } from './is-animated.ts'
import { pictureType, signatureBytes } from '../../../shared/rules/picture-type.ts'
import type { PictureType } from '../../../shared/rules/picture-type.ts'

/** Larger images would take too much memory. */
const maxPixels = 50_000_000
const maxBytes = 64 * 1024 * 1024
/** The image’s longer side (px) in the editor. */
const workingSide = 2048

/** A decoded image. */
export interface OpenPicture {
  file: File
  type: PictureType
  /** Whether it has several frames, of which the bitmap is the first. */
  isAnimated: boolean
  /** The upright image, scaled down if it was large. */
  bitmap: ImageBitmap
  /** How many original pixels make up a bitmap pixel. */
  scale: number
}

/** Opens an image. Throws a `CallError` if it’s damaged, too large or in an unsupported format. */
export async function openPicture(file: File): Promise<OpenPicture> {
  const name = bidiIsolate(file.name || t('avatar.image'))
  if (file.size > maxBytes)
    throw pictureError('avatar.tooLargeToOpen', 'avatar.tooLargeToOpenHint', { name })
  const type = pictureType(await firstBytes(file, name))
  if (!type) throw pictureError('avatar.unsupported', 'avatar.formatsHint', { name })
  const { width, height } = await sizeOf(file, name, type)
  if (width * height > maxPixels) {
    throw pictureError('avatar.tooLargeToOpen', 'avatar.tooLargeToOpenHint', { name })
  }
  const scale = Math.max(1, Math.max(width, height) / workingSide)
  const bitmap = await createImageBitmap(file, {
    resizeWidth: Math.max(1, Math.round(width / scale)),
    resizeHeight: Math.max(1, Math.round(height / scale)),
    resizeQuality: 'high',
  }).catch(() => {
    throw damagedError(name, type)
  })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { file, type, isAnimated: isAnimated(bytes, type), bitmap, scale: width / bitmap.width }
}

async function firstBytes(file: File, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
  } catch {
    throw pictureError('avatar.unreadable', 'avatar.unreadableHint', { name })
  }
}

/** Gets the upright image’s size from an image element, which reports it before decoding. */
async function sizeOf(
  file: File,
  name: string,
  type: PictureType,
): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve()
      image.onerror = () => reject(damagedError(name, type))
      image.src = url
    })
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(url)
  }
}

function damagedError(name: string, type: PictureType): CallError {
  const hint = type === 'image/avif' ? 'avatar.formatsHint' : 'avatar.damagedHint'
  return pictureError('avatar.damaged', hint, { name })
}

function pictureError(message: MessageId, hint: MessageId, values: MessageValues): CallError {
  return new CallError({ kind: 'invalid', message: t(message, values), hint: t(hint) })
}
