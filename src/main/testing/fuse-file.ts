const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const wireVersion = 1

/** A program that has these fuses in it after so many bytes. https://github.com/electron/fuses */
export function fuseFile(fuses: readonly boolean[], before = 10): Buffer {
  const wire = [wireVersion, fuses.length, ...fuses.map((isOn) => (isOn ? 0x31 : 0x30))]
  return Buffer.concat([
    Buffer.alloc(before, ' '),
    Buffer.from(sentinel),
    Buffer.from(wire),
    Buffer.from(' after'),
  ])
}
