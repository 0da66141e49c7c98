import { crc32, deflateSync } from 'node:zlib'

/** Draws a PNG with a palette of 0xRRGGBB colors. `pixel` returns an index into it (RFC 2083, color type 3). */
export function encodePng(
  width: number,
  height: number,
  colours: readonly number[],
  pixel: (x: number, y: number) => number,
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per pixel, with a palette.
  header.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.from(colours.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))
  // Each row starts with its filter type, which is none.
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => pixel(x, y)),
  ])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A length, a type, data, and a checksum (RFC 2083, section 3.2). */
export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const typedData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typedData))
  return Buffer.concat([length, typedData, checksum])
}
