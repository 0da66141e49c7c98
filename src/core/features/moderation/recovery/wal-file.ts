/** A write-ahead log of SQLite (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
export interface WalFile {
  /** All frames that belong to it. */
  written: number
  /** The frames before the first broken one; SQLite reads only these, and silently drops the rest. */
  readable: number
  /**
   * Whether the broken part may be the last transaction, cut off by a power failure before it was acknowledged. A transaction with
   * others behind it was on the disk as a whole.
   */
  isTorn: boolean
  /** The same frames with correct checksums. */
  repaired(): Buffer
}

const headerBytes = 32
const frameHeaderBytes = 24
const version = 3_007_000
const magicLittle = 0x377f0682

/** Parses a log; undefined where it has no frames. */
export function readWalFile(bytes: Buffer, pageBytes: number): WalFile | undefined {
  const frameBytes = frameHeaderBytes + pageBytes
  const room = Math.floor((bytes.length - headerBytes) / frameBytes)
  if (room < 1) return undefined
  const isLittle = bytes.readUInt32BE(0) !== magicLittle + 1
  const head = checksum(isLittle, bytes.subarray(0, 24), [0, 0])
  const isHeadWhole = matches(bytes, 24, head) && bytes.readUInt32BE(8) === pageBytes
  // The first frame repeats the salts of the header, which may be broken.
  const salts = bytes.subarray(isHeadWhole ? 16 : headerBytes + 8).subarray(0, 8)
  const frame = (nth: number) =>
    bytes.subarray(headerBytes + nth * frameBytes).subarray(0, frameBytes)
  const belongsToLog = (nth: number) => frame(nth).subarray(8, 16).equals(salts)
  let written = room
  while (written > 0 && !belongsToLog(written - 1)) written -= 1
  let readable = 0
  for (let sum = head; isHeadWhole && readable < written; readable += 1) {
    sum = frameSum(isLittle, frame(readable), sum)
    if (!belongsToLog(readable) || !matches(frame(readable), 16, sum)) break
  }
  let commit = readable
  while (commit < written && frame(commit).readUInt32BE(4) === 0) commit += 1
  return {
    written,
    readable,
    isTorn: commit >= written - 1,
    repaired() {
      const mended = Buffer.from(bytes.subarray(0, headerBytes + written * frameBytes))
      mended.writeUInt32BE(isLittle ? magicLittle : magicLittle + 1, 0)
      mended.writeUInt32BE(version, 4)
      mended.writeUInt32BE(pageBytes, 8)
      salts.copy(mended, 16)
      let sum = checksum(isLittle, mended.subarray(0, 24), [0, 0])
      write(mended, 24, sum)
      for (let at = headerBytes; at < mended.length; at += frameBytes) {
        const one = mended.subarray(at, at + frameBytes)
        salts.copy(one, 8)
        sum = frameSum(isLittle, one, sum)
        write(one, 16, sum)
      }
      return mended
    },
  }
}

type Sum = readonly [number, number]

function frameSum(isLittle: boolean, frame: Buffer, before: Sum): Sum {
  const head = checksum(isLittle, frame.subarray(0, 8), before)
  return checksum(isLittle, frame.subarray(frameHeaderBytes), head)
}

function checksum(isLittle: boolean, bytes: Buffer, [first, second]: Sum): Sum {
  for (let at = 0; at < bytes.length; at += 8) {
    const one = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    const two = isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)
    first = (first + one + second) >>> 0
    second = (second + two + first) >>> 0
  }
  return [first, second]
}

function matches(bytes: Buffer, at: number, [first, second]: Sum): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second
}

function write(bytes: Buffer, at: number, [first, second]: Sum): void {
  bytes.writeUInt32BE(first, at)
  bytes.writeUInt32BE(second, at + 4)
}
