import type { avatarTypes } from '../../../shared/operations/avatars.ts'

type AvatarType = (typeof avatarTypes)[number]

/**
 * The longest side (in pixels) that a decoder could take from an image's headers; Infinity if they can't be read.
 * Conservative: if a format can announce several sizes, such as of the screen and the first frame, the largest counts.
 */
export function longestSide(bytes: Uint8Array, type: AvatarType): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return Math.max(...sidesOf[type](view))
  } catch {
    // The headers end too early.
    return Infinity
  }
}

const sidesOf: Record<AvatarType, (view: DataView) => number[]> = {
  'image/png': (view) => [view.getUint32(16), view.getUint32(20)],
  'image/bmp': (view) => [Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true))],
  'image/gif': gifSides,
  'image/jpeg': jpegSides,
  'image/webp': webpSides,
}

/** The screen, and the first frame, to which decoders enlarge it. */
function gifSides(view: DataView): number[] {
  const sides = [view.getUint16(6, true), view.getUint16(8, true)]
  const flags = view.getUint8(10)
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  // Extensions consist of blocks, each with its length; the last one is empty.
  while (view.getUint8(at) === 0x21) {
    at += 2
    while (view.getUint8(at) > 0) at += view.getUint8(at) + 1
    at += 1
  }
  const uint16 = (offset: number) => view.getUint16(at + offset, true)
  return [...sides, uint16(1) + uint16(5), uint16(3) + uint16(7)]
}

/**
 * Every start of a frame, wherever it is, because decoders and parsers of segments disagree about damaged ones. It can't
 * occur in compressed data.
 */
function jpegSides(view: DataView): number[] {
  const sides: number[] = []
  for (let at = 2; at + 9 < view.byteLength; at += 1) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker < 0xc0 || marker > 0xcf) continue
    // Tables, not frames.
    if ([0xc4, 0xc8, 0xcc].includes(marker)) continue
    if (view.getUint16(at + 2) !== 8 + 3 * view.getUint8(at + 9)) continue
    sides.push(view.getUint16(at + 5), view.getUint16(at + 7))
  }
  if (sides.length === 0) throw new RangeError('no frame')
  return sides
}

/** https://developers.google.com/speed/webp/docs/riff_container. Decoders reject parts that are larger than the canvas. */
function webpSides(view: DataView): number[] {
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  switch (view.getUint8(15)) {
    case 'X'.charCodeAt(0):
      return [uint24(24) + 1, uint24(27) + 1]
    case 'L'.charCodeAt(0): {
      const bits = view.getUint32(21, true)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    default:
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
  }
}
