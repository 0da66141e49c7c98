import { describe, expect, it } from 'vitest'
import type { AvatarType } from './avatar-type.ts'
import { longestSide } from './picture-size.ts'

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const gif = (screen: string, rest: string) => `474946383961 ${screen} 00 00 00 ${rest}`

describe('longest side', () => {
  it.each<[string, AvatarType, string, number]>([
    ['PNG', 'image/png', `89504e470d0a1a0a 0000000d 49484452 00000300 00003e80`, 16_000],
    ['BMP', 'image/bmp', `424d ${'00'.repeat(12)} 28000000 803e0000 01000000`, 16_000],
    ['BMP from the top', 'image/bmp', `424d ${'00'.repeat(12)} 28000000 01000000 80c1ffff`, 16_000],
    ['GIF', 'image/gif', gif('803e 0100', '2c 0000 0000 0100 0100'), 16_000],
    ['first frame of a GIF', 'image/gif', gif('0100 0100', '2c 0000 0000 0100 803e'), 16_000],
    ['moved frame of a GIF', 'image/gif', gif('0100 0100', '2c 803e 0000 0100 0100'), 16_001],
    [
      'frame after extensions of a GIF',
      'image/gif',
      gif('0100 0100', '21f9 04 00000000 00 21fe 02 2c2c 01 2c 00 2c 0000 0000 803e 0100'),
      16_000,
    ],
    ['JPEG', 'image/jpeg', `ffd8 ffc0 0011 08 0300 3e80 03 ${'00'.repeat(9)}`, 16_000],
    ['progressive JPEG', 'image/jpeg', `ffd8 ffc2 000b 08 3e80 0001 01 000000`, 16_000],
    [
      'larger frame of a JPEG with two',
      'image/jpeg',
      `ffd8 ffff ffe0 0004 ffc0 000b 08 0001 0001 01 000000 ffc0 000b 08 3e80 0001 01 000000`,
      16_000,
    ],
    [
      'lossy WebP',
      'image/webp',
      `52494646 00000000 57454250 56503820 ${'00'.repeat(10)} 803e 0100`,
      16_000,
    ],
    [
      'lossless WebP',
      'image/webp',
      `52494646 00000000 57454250 5650384c 00000000 2f 7f3e0000`,
      16_000,
    ],
    [
      'extended WebP',
      'image/webp',
      `52494646 00000000 57454250 56503858 ${'00'.repeat(8)} 7f3e00 000000`,
      16_000,
    ],
  ])('is read from a %s', (_, type, hex, side) => {
    expect(longestSide(bytesOf(hex), type)).toBe(side)
  })

  it.each<[AvatarType, string]>([
    ['image/png', '89504e470d0a1a0a'],
    ['image/jpeg', `ffd8 ${'ffc4'.repeat(40)}`],
    ['image/gif', gif('0100 0100', '21f9 ff')],
    ['image/webp', '52494646 00000000 57454250 56503858'],
  ])('is infinite for a %s whose headers can’t be read', (type, hex) => {
    expect(longestSide(bytesOf(hex), type)).toBe(Infinity)
  })
})
