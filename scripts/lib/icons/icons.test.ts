import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pictures, resources, sourceHash } from './sources.ts'

const bytes = (name: string) => readFileSync(join(resources, name))

/** A PNG’s width, height, and color type. https://www.w3.org/TR/png/#11IHDR */
function pngHeader(file: Buffer) {
  expect(file.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  expect(file.toString('latin1', 12, 16)).toBe('IHDR')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), kind: file.readUInt8(25) }
}

describe('icons', () => {
  it('match the current sources', () => {
    expect(bytes('made-from.sha256').toString().trim()).toBe(sourceHash())
  })

  it('exist in exactly the required sizes, with color and alpha', () => {
    const existing = (readdirSync(resources, { recursive: true }) as string[])
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.png'))
    expect(existing.sort()).toEqual(
      pictures()
        .map(({ name }) => name)
        .sort(),
    )
    for (const { name, size } of pictures())
      expect(pngHeader(bytes(name)), name).toEqual({ width: size, height: size, kind: 6 })
  })
})
