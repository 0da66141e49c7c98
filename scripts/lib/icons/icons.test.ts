import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { icnsTypes, readIcns } from './icns.ts'
import { encodeIco, readIco } from './ico.ts'
import { icoSizes, iconSizes, resources, sourceHash, trayPictures } from './sources.ts'

const bytes = (name: string) => readFileSync(join(resources, name))
const pngs = (folder: string) =>
  readdirSync(join(resources, folder)).filter((name) => name.endsWith('.png'))

/** Width, height and kind of pixels of a PNG. https://www.w3.org/TR/png/#11IHDR */
function pngHeader(file: Buffer) {
  expect(file.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  expect(file.toString('latin1', 12, 16)).toBe('IHDR')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), kind: file.readUInt8(25) }
}
const square = (size: number) => ({ width: size, height: size, kind: 6 }) // colours and alpha

describe('the icons', () => {
  it('are drawn from the sources as these are now', () => {
    expect(bytes('icons/made-from.sha256').toString().trim()).toBe(sourceHash())
  })

  it('are there in every size for Linux', () => {
    expect(pngs('icons').sort()).toEqual(iconSizes.map((size) => `${size}x${size}.png`).sort())
    for (const size of iconSizes)
      expect(pngHeader(bytes(`icons/${size}x${size}.png`))).toEqual(square(size))
    expect(bytes('icon.png')).toEqual(bytes('icons/512x512.png'))
  })

  it('are one file for Windows', () => {
    const entries = readIco(bytes('icon.ico'))
    expect(entries.map(({ size }) => size)).toEqual([...icoSizes])
    for (const { size, image } of entries.slice(0, -1)) {
      const [headerLength, width, doubleHeight] = [0, 4, 8].map((at) => image.readInt32LE(at))
      expect([headerLength, width, doubleHeight]).toEqual([40, size, size * 2])
      expect(image.readUInt16LE(14)).toBe(32)
      expect(image).toHaveLength(40 + size * size * 4 + Math.ceil(size / 32) * 4 * size)
    }
    expect(entries.at(-1)!.image).toEqual(bytes('icons/256x256.png'))
  })

  it('are one file for macOS', () => {
    const file = bytes('icon.icns')
    expect(file.readUInt32BE(4)).toBe(file.length)
    const sizes = readIcns(file).map(({ type, png }) => [type, pngHeader(png)])
    expect(Object.fromEntries(sizes)).toEqual(
      Object.fromEntries(Object.entries(icnsTypes).map(([type, size]) => [type, square(size)])),
    )
  })

  it('are there for the trays of all systems, in every density', () => {
    const pictures = trayPictures()
    expect(pngs('tray').sort()).toEqual(pictures.map(({ name }) => name).sort())
    for (const { name, size } of pictures)
      expect(pngHeader(bytes(`tray/${name}`)), name).toEqual(square(size))
  })
})

describe('a bitmap in the file for Windows', () => {
  it('has its rows from below and its blue first', () => {
    const rgba = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    const [entry] = readIco(encodeIco([{ size: 2, png: Buffer.alloc(0), rgba }]))
    expect([...entry!.image.subarray(40, 56)]).toEqual([
      ...[11, 10, 9, 12, 15, 14, 13, 16],
      ...[3, 2, 1, 4, 7, 6, 5, 8],
    ])
  })
})
