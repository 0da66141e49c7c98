import { describe, expect, it } from 'vitest'
import { isAnimated } from './is-animated.ts'

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))
const uint32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 0xff)

/** Builds a one-pixel GIF; `hasTables` gives each frame a color table. */
function gif(frames: number, { hasTables = false } = {}): Uint8Array {
  const table = [0, 0, 0, 255, 255, 255]
  const control = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const comment = [0x21, 0xfe, 3, ...ascii('a,b'), 0]
  const image = [
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0],
    ...(hasTables ? [0x80, ...table] : [0]),
    ...[2, 2, 0x44, 0x01, 0],
  ]
  return Uint8Array.from([
    ...ascii('GIF89a'),
    ...[1, 0, 1, 0, 0x80, 0, 0],
    ...table,
    ...comment,
    ...Array.from({ length: frames }, () => [...control, ...image]).flat(),
    0x3b,
  ])
}

function png(...chunks: [type: string, data: number[]][]): Uint8Array {
  const parts = chunks.map(([type, data]) => [
    ...uint32(data.length),
    ...ascii(type),
    ...data,
    ...uint32(0),
  ])
  return Uint8Array.from([...ascii('\x89PNG\r\n\x1a\n'), ...parts.flat()])
}

function webp(...chunks: [type: string, data: number[]][]): Uint8Array {
  const parts = chunks.map(([type, data]) => [
    ...ascii(type),
    ...uint32(data.length).toReversed(),
    ...data,
    ...(data.length % 2 ? [0] : []),
  ])
  return Uint8Array.from([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBP'), ...parts.flat()])
}

const header: [string, number[]] = ['IHDR', Array.from({ length: 13 }, () => 0)]
const control = (frames: number): [string, number[]] => ['acTL', [...uint32(frames), ...uint32(0)]]
const data: [string, number[]] = ['IDAT', [1, 2, 3]]

describe('isAnimated', () => {
  it('counts the frames of a GIF', () => {
    for (const hasTables of [false, true]) {
      expect(isAnimated(gif(1, { hasTables }), 'image/gif')).toBe(false)
      expect(isAnimated(gif(2, { hasTables }), 'image/gif')).toBe(true)
      expect(isAnimated(gif(9, { hasTables }), 'image/gif')).toBe(true)
    }
  })

  it('distinguishes an APNG from a PNG', () => {
    expect(isAnimated(png(header, data), 'image/png')).toBe(false)
    expect(isAnimated(png(header, control(1), data), 'image/png')).toBe(false)
    expect(isAnimated(png(header, ['tEXt', ascii('hello')], control(2), data), 'image/png')).toBe(
      true,
    )
    expect(isAnimated(png(header, data, control(2)), 'image/png')).toBe(false)
  })

  it('counts the frames of a WebP', () => {
    const frame: [string, number[]] = ['ANMF', [1, 2, 3]]
    expect(isAnimated(webp(['VP8 ', [1, 2, 3]]), 'image/webp')).toBe(false)
    expect(isAnimated(webp(['VP8X', [2]], ['ANIM', [0]], frame), 'image/webp')).toBe(false)
    expect(isAnimated(webp(['VP8X', [2]], ['ANIM', [0]], frame, frame), 'image/webp')).toBe(true)
  })

  it('recognizes an AVIF sequence by its brand', () => {
    const avif = (brand: string) => Uint8Array.from([0, 0, 0, 24, ...ascii(`ftyp${brand}`)])
    expect(isAnimated(avif('avif'), 'image/avif')).toBe(false)
    expect(isAnimated(avif('avis'), 'image/avif')).toBe(true)
  })

  it('doesn’t throw on a truncated picture', () => {
    const whole = gif(3)
    for (let length = 0; length <= whole.length; length += 1)
      expect(() => isAnimated(whole.subarray(0, length), 'image/gif')).not.toThrow()
    for (const bytes of [png(header, control(2)), webp(['ANMF', [1]])])
      for (const type of ['image/png', 'image/webp', 'image/avif'] as const)
        for (let length = 0; length <= bytes.length; length += 1)
          expect(() => isAnimated(bytes.subarray(0, length), type)).not.toThrow()
  })

  it('returns false for JPEG and BMP', () => {
    expect(isAnimated(gif(2), 'image/jpeg')).toBe(false)
    expect(isAnimated(gif(2), 'image/bmp')).toBe(false)
  })
})
