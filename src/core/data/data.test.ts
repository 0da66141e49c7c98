import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DataFolderInUse, defaultDataFolder, openDataFolder } from './data-folder.ts'
import { jsonFile } from './json-file.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('a document', () => {
  const Shape = z.object({ names: z.array(z.string()).default([]) })
  const ignore = () => undefined

  it('is what it was after a restart, and for its owner only', () => {
    const path = join(root, 'kept.json')
    expect(jsonFile(path, Shape, ignore).read()).toEqual({ names: [] })
    jsonFile(path, Shape, ignore).write({ names: ['a'] })
    expect(jsonFile(path, Shape, ignore).read()).toEqual({ names: ['a'] })
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('that cannot be understood is moved aside, not lost', () => {
    const path = join(root, 'broken.json')
    writeFileSync(path, '{"names": [')
    const said: string[] = []
    expect(jsonFile(path, Shape, (message) => said.push(message)).read()).toEqual({ names: [] })
    const aside = readdirSync(root).find((name) => name.startsWith('broken.json.broken-'))!
    expect(readFileSync(join(root, aside), 'utf8')).toBe('{"names": [')
    expect(said).toHaveLength(1)
  })

  it('that the disk does not take says so, and is as it was', () => {
    const folder = join(root, 'narrow')
    mkdirSync(folder)
    const document = jsonFile(join(folder, 'kept.json'), Shape, ignore)
    document.write({ names: ['a'] })
    const inTheWay = join(folder, 'kept.json.next')
    mkdirSync(inTheWay)
    expect(() => document.write({ names: ['b'] })).toThrow(/could not be kept in kept\.json/)
    expect(document.read()).toEqual({ names: ['a'] })
    rmSync(folder, { recursive: true })
    expect(() => document.write({ names: ['b'] })).toThrow('the folder is gone')
  })
})

describe('a data folder', () => {
  it('belongs to one process, until it is closed or killed', async () => {
    const path = join(root, 'folder')
    const first = openDataFolder(path)
    expect(() => openDataFolder(path)).toThrow(DataFolderInUse)
    first.close()
    const holder = fork(join(import.meta.dirname, 'testing/hold-folder.ts'), [path])
    await once(holder, 'message')
    expect(() => openDataFolder(path)).toThrow(DataFolderInUse)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    openDataFolder(path).close()
  })

  it('lies where the system keeps such things', () => {
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '/conf' })).toBe('/conf/Latchkey')
    expect(defaultDataFolder('darwin', {})).toMatch(/Library.Application Support.Latchkey$/)
    expect(defaultDataFolder('win32', { APPDATA: 'C:' })).toMatch(/^C:.Latchkey$/)
  })
})
