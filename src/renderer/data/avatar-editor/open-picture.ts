import { CallError } from '../call-error.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { pictureKind } from './picture-kind.ts'
import type { PictureKind } from './picture-kind.ts'

/** Pixels and bytes of a picture, at most: what is larger would take the memory of the whole app. */
const mostPixels = 50_000_000
const mostBytes = 64 * 1024 * 1024
/** Pixels of the longer side of what is worked with. */
const workingSide = 2048

/** A picture in memory. */
export interface OpenPicture {
  file: File
  kind: PictureKind
  /** The picture upright, made smaller where it was large. */
  bitmap: ImageBitmap
  /** Pixels of the original for one of the bitmap. */
  scale: number
}

/** Reads a picture; throws a `CallError` in one sentence where it is broken, huge or of another kind. */
export async function openPicture(file: File): Promise<OpenPicture> {
  const name = bidiIsolate(file.name || 'The picture')
  if (file.size > mostBytes) throw refused(`${name} is too large: 64 MB is the most.`)
  const kind = pictureKind(await firstBytes(file, name))
  if (!kind) throw refused(`${name} is not a picture of a kind that Latchkey knows.`, anotherKind)
  const { width, height } = await sizeOf(file, name, kind)
  if (width * height > mostPixels) {
    const pixels = Math.round((width * height) / 1_000_000)
    throw refused(`${name} has ${pixels} million pixels: 50 million are the most.`)
  }
  const scale = Math.max(1, Math.max(width, height) / workingSide)
  const bitmap = await createImageBitmap(file, {
    resizeWidth: Math.max(1, Math.round(width / scale)),
    resizeHeight: Math.max(1, Math.round(height / scale)),
    resizeQuality: 'high',
  }).catch(() => {
    throw broken(name, kind)
  })
  return { file, kind, bitmap, scale: width / bitmap.width }
}

const anotherKind = 'Choose a PNG, JPEG, GIF, WebP, BMP or AVIF picture.'

async function firstBytes(file: File, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 16).arrayBuffer())
  } catch {
    throw refused(`${name} could not be read.`, 'Choose it again, or another one.')
  }
}

/** The size as it is shown, upright. An image element tells it before it unpacks anything. */
async function sizeOf(
  file: File,
  name: string,
  kind: PictureKind,
): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve()
      image.onerror = () => reject(broken(name, kind))
      image.src = url
    })
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(url)
  }
}

function broken(name: string, kind: PictureKind): CallError {
  return kind === 'image/avif'
    ? refused(`${name} is broken, or of a kind that cannot be read here.`, anotherKind)
    : refused(`${name} is broken: it cannot be read as a picture.`, 'Choose another one.')
}

function refused(message: string, hint = 'Choose a smaller one.'): CallError {
  return new CallError({ kind: 'invalid', message, hint })
}
