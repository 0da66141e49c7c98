import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { beforeEach, describe, expect, it } from 'vitest'
import { fuses } from '../../../scripts/lib/fuses.ts'
import { fuseFile } from '../testing/fuse-file.ts'
import { expectedFuses, fusedBinary, fusesCheck } from './fuses.ts'
import { testFolder } from '../../core/testing/folder.ts'

let folder: string
let binary: string
beforeEach(() => {
  folder = testFolder()
  binary = join(folder, 'electron')
})

const right = expectedFuses.map(([, isOn]) => isOn)
const check = () => fusesCheck(binary, true).run()

describe('the check of the fuses', () => {
  it('has every fuse of the package, in the order of the binary', () => {
    expect(Object.fromEntries(expectedFuses)).toEqual(fuses)
    for (const [nth, [name]] of expectedFuses.entries()) {
      expect(FuseV1Options[nth]!.toLowerCase()).toBe(name.toLowerCase())
    }
  })

  it('reads the same as the official tool', async () => {
    writeFileSync(binary, fuseFile(right))
    const { version: _, ...wire } = await getCurrentFuseWire(binary)
    expect(Object.values(wire).map((state) => Number(state) === 0x31)).toEqual(right)
    await expect(check()).resolves.toMatch('All 8 fuses')
  })

  it.each(expectedFuses.map(([name, isOn], nth) => ({ name, isOn, nth })))(
    'fails where $name is not $isOn',
    async ({ name, isOn, nth }) => {
      writeFileSync(binary, fuseFile(right.with(nth, !isOn)))
      await expect(check()).rejects.toThrow(`${name} is not ${isOn ? 'on' : 'off'}.`)
    },
  )

  it('finds fuses anywhere in a large program', async () => {
    const piece = 4 * 1024 * 1024
    for (const before of [piece - 40, piece - 33, piece - 1, piece, 2 * piece - 20]) {
      writeFileSync(binary, fuseFile(right.with(0, true), before))
      await expect(check(), `${before}`).rejects.toThrow('runAsNode is not off.')
    }
  })

  it('reads both halves of a program for two kinds of Mac', async () => {
    writeFileSync(binary, Buffer.concat([fuseFile(right), fuseFile(right.with(5, false))]))
    await expect(check()).rejects.toThrow('onlyLoadAppFromAsar is not on.')
  })

  it('fails without fuses, or with fewer', async () => {
    writeFileSync(binary, 'no fuses')
    await expect(check()).rejects.toThrow('Electron’s binary has no fuses.')
    writeFileSync(binary, fuseFile(right.slice(0, 5)))
    await expect(check()).rejects.toThrow('onlyLoadAppFromAsar is not on')
  })

  it('looks into the framework on a Mac', () => {
    expect(fusedBinary('darwin', '/Applications/Latchkey.app/Contents/MacOS/Latchkey')).toBe(
      join(
        '/Applications/Latchkey.app/Contents/Frameworks',
        'Electron Framework.framework/Electron Framework',
      ),
    )
    expect(fusedBinary('linux', '/opt/Latchkey/latchkey')).toBe('/opt/Latchkey/latchkey')
  })
})
