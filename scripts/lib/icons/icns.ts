/** What macOS calls each picture, and its pixels across. The same number twice is for two densities. */
export const icnsTypes = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const

/** macOS' file of one icon in several sizes; `pngOf` has each as PNG. */
export function encodeIcns(pngOf: (size: number) => Buffer): Buffer {
  const parts = Object.entries(icnsTypes).map(([type, size]) => chunk(type, pngOf(size)))
  return chunk('icns', Buffer.concat(parts))
}

/** The pictures in such a file by their types. */
export function readIcns(file: Buffer): { type: string; png: Buffer }[] {
  const pictures: { type: string; png: Buffer }[] = []
  for (let at = 8; at < file.readUInt32BE(4); at += file.readUInt32BE(at + 4)) {
    pictures.push({
      type: file.toString('latin1', at, at + 4),
      png: file.subarray(at + 8, at + file.readUInt32BE(at + 4)),
    })
  }
  return pictures
}

function chunk(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(header.length + content.length, 4)
  return Buffer.concat([header, content])
}
