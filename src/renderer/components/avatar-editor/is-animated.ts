import type { PictureType } from '../../../shared/rules/picture-type.ts'

/** Whether a picture has more than one frame. */
export function isAnimated(bytes: Uint8Array, type: PictureType): boolean {
  const check = checks[type]
  return check?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? false
}

const checks: Partial<Record<PictureType, (view: DataView) => boolean>> = {
  'image/gif': (view) => countGifFrames(view) > 1,
  'image/png': isAnimatedPng,
  'image/webp': isAnimatedWebp,
  // `avis` is AVIF’s brand for image sequences.
  'image/avif': (view) => textAt(view, 8, 4) === 'avis',
}

/** Counts a GIF’s frames, stopping at two. */
function countGifFrames(view: DataView): number {
  const byte = (at: number) => (at < view.byteLength ? view.getUint8(at) : 0)
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  /** Finds the end of a sequence of length-prefixed blocks. */
  const blocksEnd = (start: number) => {
    let at = start
    while (byte(at) > 0) at += byte(at) + 1
    return at + 1
  }
  let frames = 0
  let at = 13 + tableSize(byte(10))
  while (frames < 2) {
    const kind = byte(at)
    if (kind === extension) at = blocksEnd(at + 2)
    else if (kind === frame) {
      frames += 1
      // One compression byte follows the descriptor and its color table.
      at = blocksEnd(at + 10 + tableSize(byte(at + 9)) + 1)
    } else return frames
  }
  return frames
}

const extension = 0x21
const frame = 0x2c

/** An APNG declares its frame count ahead of the first frame. */
function isAnimatedPng(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength;) {
    const type = textAt(view, at + 4, 4)
    if (type === 'acTL') return view.getUint32(at + 8) > 1
    if (type === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}

function isAnimatedWebp(view: DataView): boolean {
  let frames = 0
  for (let at = 12; at + 8 <= view.byteLength && frames < 2;) {
    if (textAt(view, at, 4) === 'ANMF') frames += 1
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return frames > 1
}

function textAt(view: DataView, start: number, length: number): string {
  const end = Math.min(view.byteLength, start + length)
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, Math.max(0, end - start))
  return String.fromCharCode(...bytes)
}
