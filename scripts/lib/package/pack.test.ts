import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../../src/core/testing/folder.ts'
import { preserveKeytar } from './pack.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = testFolder()
  file = join(folder, 'node_modules/keytar/build/Release/keytar.node')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'of the developer')
  chmodSync(file, 0o755)
})
const content = () => readFileSync(file, 'utf8')

describe('packaging for another architecture', () => {
  it('restores the developer’s keytar', async () => {
    const packages = await preserveKeytar(folder, async () => {
      writeFileSync(file, 'of the other processor')
      return ['Latchkey.dmg']
    })
    expect(packages).toEqual(['Latchkey.dmg'])
    expect(content()).toBe('of the developer')
  })

  it('restores keytar even after a failure', async () => {
    const failing = preserveKeytar(folder, async () => {
      rmSync(file)
      throw new Error('no compiler')
    })
    await expect(failing).rejects.toThrow('no compiler')
    expect(content()).toBe('of the developer')
  })

  it('doesn’t add keytar if there was none', async () => {
    rmSync(file)
    await preserveKeytar(folder, async () => undefined)
    expect(content).toThrow('ENOENT')
  })
})
