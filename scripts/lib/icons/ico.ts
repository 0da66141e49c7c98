import type { Picture } from './draw.ts'

/** Windows' file of one icon in several sizes. Small ones are bitmaps, as older programs expect; 256 and larger are PNG. */
export function encodeIco(pictures: readonly Picture[]): Buffer {
  const images = pictures.map((picture) =>
    picture.size < 256 ? encodeBitmap(picture) : picture.png,
  )
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length + 16 * images.length
  const entries = images.map((image, index) => {
    const side = pictures[index]!.size % 256 // 0 means 256
    const entry = Buffer.alloc(16)
    entry.writeUInt8(side, 0)
    entry.writeUInt8(side, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(image.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += image.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images])
}

/** The sizes in such a file, and the bytes of each. */
export function readIco(file: Buffer): { size: number; image: Buffer }[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + 16 * index)
    const start = entry.readUInt32LE(12)
    return {
      size: entry.readUInt8(0) || 256,
      image: file.subarray(start, start + entry.readUInt32LE(8)),
    }
  })
}

/** Rows from below, blue first, and after them a mask of one bit for each pixel, which alpha makes needless. */
function encodeBitmap({ size, rgba }: Picture): Buffer {
  const header = Buffer.alloc(40)
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  header.writeInt32LE(size * 2, 8) // with the mask
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  header.writeUInt32LE(rgba.length + mask.length, 20)
  const pixels = Buffer.alloc(rgba.length)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = (y * size + x) * 4
      const to = ((size - 1 - y) * size + x) * 4
      pixels.set([rgba[from + 2]!, rgba[from + 1]!, rgba[from]!, rgba[from + 3]!], to)
    }
  }
  return Buffer.concat([header, pixels, mask])
}
