/** Letters with a bit of their own; all others share the last bit. */
const single = 'abcdefghijklmnopqrstuvwxyz0123456789.-_@+'
const shared = 63
/** Two of these have a bit of their own; all other pairs share some. */
const paired = 26
const firstOfPairs = 64
const firstOfOthers = firstOfPairs + 704
const others = 128

/** Words of 32 bits a text. */
export const signWords = (firstOfOthers + others) / 32

const bitOfByte = new Uint8Array(256).fill(shared)
for (const [index, letter] of [...single].entries()) bitOfByte[letter.charCodeAt(0)] = index

const encoder = new TextEncoder()

/** A word to look for. */
export interface Pattern {
  word: string
  bytes: Uint8Array
  /** Which bits a text must have, by the number of their word. */
  signs: Uint32Array
  /** Whether the bits alone tell. */
  isExact: boolean
  /** How far a text may be skipped where this byte stands at the end of the word (Horspool). */
  skips: Uint8Array
}

export function patternOf(word: string): Pattern {
  const bytes = encoder.encode(word)
  const signs = new Uint32Array(signWords)
  const told = bytes.length === 1 ? bitOfByte[bytes[0]!]! : pairsOf(bytes, signs)
  if (bytes.length === 1) mark(signs, told)
  // What is told by bits that are shared may be somebody else's.
  const isExact = bytes.length === 1 ? told !== shared : bytes.length === 2 && told < firstOfOthers
  const length = Math.min(bytes.length, 255)
  const skips = new Uint8Array(256).fill(length)
  for (const [index, byte] of bytes.subarray(bytes.length - length, -1).entries()) {
    skips[byte] = length - 1 - index
  }
  return { word, bytes, signs, isExact, skips }
}

/** Fills in the bits of a text: one for every byte, one for every two that follow each other. */
export function signsOf(text: Uint8Array, signs: Uint32Array): Uint32Array {
  signs.fill(0)
  for (let index = 0; index < text.length; index += 1) mark(signs, bitOfByte[text[index]!]!)
  pairsOf(text, signs)
  return signs
}

/** Fills in the bits of the pairs alone. Answers the last of them. */
function pairsOf(text: Uint8Array, signs: Uint32Array): number {
  let bit = 0
  for (let index = 1; index < text.length; index += 1) {
    bit = bitOfPair(text[index - 1]!, text[index]!)
    mark(signs, bit)
  }
  return bit
}

function bitOfPair(first: number, second: number): number {
  const one = bitOfByte[first]!
  const other = bitOfByte[second]!
  if (one < paired && other < paired) return firstOfPairs + one * paired + other
  const mixed = Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca6b)
  return firstOfOthers + ((mixed >>> 24) % others)
}

function mark(signs: Uint32Array, bit: number): void {
  signs[bit >>> 5]! |= 1 << (bit & 31)
}

/** Whether the word stands somewhere between two places. */
export function findIn(
  text: Uint8Array,
  from: number,
  to: number,
  { bytes, skips }: Pattern,
): boolean {
  const last = bytes.length - 1
  for (let end = from + last; end < to; end += skips[text[end]!]!) {
    let back = 0
    while (back <= last && text[end - back] === bytes[last - back]) back += 1
    if (back > last) return true
  }
  return false
}

/** Whether these bytes end a text. */
export function endsWith(text: Uint8Array, from: number, to: number, end: Uint8Array): boolean {
  const start = to - end.length
  if (start < from) return false
  for (let index = 0; index < end.length; index += 1) {
    if (text[start + index] !== end[index]) return false
  }
  return true
}
