import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { DataFolderInUse, openDataFolder } from './data-folder.ts'
import { defaultDataFolder } from './default-data-folder.ts'
import { checkDataFolder } from './private-folder.ts'
import { asNobody, giveToNobody } from './testing/as-nobody.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-folder-'))
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true }))

let count = 0
function newFolder(): string {
  const path = join(root, String((count += 1)))
  mkdirSync(path)
  return path
}

const holder = join(import.meta.dirname, 'testing/hold-folder.ts')

describe('data folder', () => {
  it('belongs to one process until it is closed or killed', async () => {
    const path = join(root, 'folder')
    const first = openDataFolder(path)
    expect(() => openDataFolder(path)).toThrow(DataFolderInUse)
    first.close()
    const other = fork(holder, [path])
    await once(other, 'message')
    expect(() => openDataFolder(path)).toThrow(DataFolderInUse)
    other.kill('SIGKILL')
    await once(other, 'exit')
    openDataFolder(path).close()
  })

  it('belongs to exactly one of several processes that start at the same time', async () => {
    const path = join(root, 'contested')
    const others = Array.from({ length: 4 }, () => fork(holder, [path, 'on-message']))
    const messages = () =>
      Promise.all(others.map(async (other) => (await once(other, 'message'))[0]))
    await messages()
    const reportedMessages = messages()
    for (const other of others) other.send('open')
    expect((await reportedMessages).toSorted()).toEqual([
      'DataFolderInUse',
      'DataFolderInUse',
      'DataFolderInUse',
      'held',
    ])
    for (const other of others) other.kill('SIGKILL')
  })

  it('can be opened while another Latchkey creates it', async () => {
    const folders = Array.from({ length: 300 }, newFolder)
    const turn = new Int32Array(new SharedArrayBuffer(4))
    const other = new Worker(
      `const { folders, turn } = require('node:worker_threads').workerData
      folders.forEach((folder, index) => {
        while (Atomics.load(turn, 0) < index);
        for (let pause = index * 40; pause > 0; pause--) Atomics.load(turn, 0);
        require('node:fs').writeFileSync(folder + '/lock.db', '')
      })`,
      { eval: true, workerData: { folders, turn } },
    )
    await once(other, 'online')
    const refusals = new Set<string | undefined>()
    for (const [index, folder] of folders.entries()) {
      Atomics.store(turn, 0, index)
      do refusals.add(checkDataFolder(folder)?.id)
      while (!existsSync(join(folder, 'lock.db')))
    }
    await once(other, 'exit')
    expect([...refusals]).toEqual([undefined])
  })

  it('defaults to the system’s standard location', () => {
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '/conf' })).toBe('/conf/Latchkey')
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '' })).toMatch(/^\/.+\/.config\/Latchkey$/)
    expect(defaultDataFolder('darwin', {})).toMatch(/Library.Application Support.Latchkey$/)
    expect(defaultDataFolder('win32', { APPDATA: 'C:' })).toMatch(/^C:.Latchkey$/)
  })

  it('is created with its parent folders', () => {
    openDataFolder(join(root, 'above', 'and', 'below')).close()
  })
})

// On Windows, permissions work differently, and creating links requires one.
describe.runIf(process.platform !== 'win32')('openDataFolder with an unusable folder', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ['is a file', (path) => writeFileSync(path, 'mine'), /is a file, not a folder/],
    ['is a link to nowhere', (path) => symlinkSync(join(root, 'gone'), path), /is a link to a/],
    ['is a link to itself', (path) => symlinkSync(path, path), /links form a loop/],
    ['cannot be entered', (path) => mkdirSync(path, { mode: 0 }), /permission denied/],
    ['cannot be written', (path) => mkdirSync(path, { mode: 0o555 }), /permission denied/],
  ])('rejects a path that %s, and reports it', (name, make, why) => {
    const path = join(root, name)
    make(path)
    giveToNobody(path)
    const opening = () => asNobody(() => openDataFolder(path))
    expect(opening).toThrow(why)
    expect(opening).toThrow(`Latchkey can’t use its data folder. ${path} `)
    expect(opening).toThrow(/choose another folder with --data\.$/i)
  })

  it('rejects a path inside a file, and reports that file', () => {
    const path = join(root, 'a file')
    writeFileSync(path, 'mine')
    expect(() => openDataFolder(join(path, 'below'))).toThrow('below is inside a file')
  })
})

describe.runIf(process.platform !== 'win32')('openDataFolder with an invalid lock file', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ['is something else', (path) => writeFileSync(path, 'mine'), /isn’t Latchkey’s lock file/],
    ['is a folder', (path) => mkdirSync(path), /isn’t a regular file\. Move it away/],
    ['is read-only', (path) => writeFileSync(path, '', { mode: 0o444 }), /for writing/],
    ['cannot be read', (path) => writeFileSync(path, '', { mode: 0 }), /for writing/],
    ['is a link to nowhere', (path) => symlinkSync('/gone/away', path), /is a symbolic link/],
  ])('rejects a lock file that %s, and reports it', (_, make, why) => {
    const folder = newFolder()
    const file = join(folder, 'lock.db')
    make(file)
    for (const path of [file, folder]) giveToNobody(path)
    const opening = () => asNobody(() => openDataFolder(folder))
    expect(opening).toThrow(why)
    expect(opening).toThrow(`Latchkey can’t use its data folder. ${file} `)
    expect(opening).toThrow(/then start again\.$/i)
  })

  it('leaves the file unchanged', () => {
    const file = join(newFolder(), 'lock.db')
    writeFileSync(file, 'mine')
    expect(() => openDataFolder(join(file, '..'))).toThrow()
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})
