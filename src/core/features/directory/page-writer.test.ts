import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { testFolder } from '../../testing/folder.ts'
import { workerScript } from '../../testing/worker-script.ts'
import { type DirectoryFile, directoryFile } from './directory-kind.ts'
import type { DirectoryStore } from './directory-store.ts'
import { PageWriter } from '../../list-copy/page-writer.ts'

let file: DirectoryFile
let copy: DirectoryStore
let pages: PageWriter
let now: number
beforeEach(() => {
  const path = join(testFolder(), 'directory.db')
  file = directoryFile({ path, worker: workerScript, log: (message) => expect.fail(message) })
  onTestFinished(() => file.close())
  copy = file.copy()
  copy.begin(1)
  now = 1
  copy.changes.now = () => now
  pages = new PageWriter({
    copy,
    startThread: () => file.startPageThread(),
  })
})

const none = new Set<number>()
const partition = { number: 0, cursor: 'next', done: false }

function createUser(id: number, more: object = {}): AdminListUser {
  return { id, username: `user${id}`, name: `User ${id}`, state: 'active', email: null, ...more }
}

function read(users: readonly object[]) {
  return pages.read({
    baseUrl: 'https://gitlab.example',
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(users)),
  })
}

describe('PageWriter', () => {
  it('stores pages in another thread', async () => {
    const page = await read([createUser(1), { id: 'odd' }, createUser(2)])
    expect(page).toMatchObject({ ids: [1, 2], skipped: 1, places: [1], isPublic: false })
    expect(copy.known()).toBe(0)
    const { version } = copy
    expect(await pages.storePage(page, partition, none)).toBe(2)
    expect(copy.known()).toBe(2)
    expect(copy.version).toBeGreaterThan(version)
    expect(copy.count([])).toBe(2)
    expect(copy.syncState.partitions()).toMatchObject([partition])
    expect(copy.syncState.countSeen()).toBe(2)
  })

  it("doesn't let a page overwrite users who are loaded while it is being written", async () => {
    const page = await read([createUser(1), createUser(2)])
    const stored = pages.storePage(page, partition, none)
    const written = pages.write(() => {
      copy.put(createUser(1, { note: 'Newer.' }))
      copy.remove(2)
    })
    await Promise.all([stored, written])
    expect(copy.rows([1, 2])).toMatchObject([{ id: 1, note: 'Newer.' }])
    expect([copy.known(), copy.count([])]).toEqual([1, 1])
  })

  it("doesn't let a page that is still waiting overwrite them either", async () => {
    const [first, second] = [await read([createUser(1)]), await read([createUser(2)])]
    const newer = new Set<number>()
    const stored = [
      pages.storePage(first, partition, none),
      pages.storePage(second, partition, newer),
    ]
    newer.add(2)
    stored.push(pages.write(() => copy.put(createUser(2, { note: 'Newer.' }))).then(() => 0))
    await Promise.all(stored)
    expect(copy.rows([1, 2])).toMatchObject([{ note: null }, { note: 'Newer.' }])
  })

  it('writes immediately while no page is being written', async () => {
    void pages.write(() => copy.put(createUser(3)))
    expect(copy.known()).toBe(1)
    await read([createUser(1)])
    void pages.write(() => copy.remove(3))
    expect(copy.known()).toBe(0)
  })

  it('records changes since the first full sync, and removes excess ones', async () => {
    await pages.storePage(await read([createUser(1)]), partition, none)
    copy.finish(2)
    now = 3
    const more = Array.from({ length: 900 }, (_, at) => createUser(at + 2))
    for (let from = 0; from < 3; from += 1) {
      const users = more.map((user) => createUser(user.id + from * 1_000))
      await pages.storeChanges(await read(users), 1, none)
    }
    const changes = copy.changes.all()
    expect(changes[0]).toMatchObject({ at: 3, kind: 'new', id: 2_901 })
    expect(changes).toHaveLength(2_000)
    expect(copy.changes.cutKinds()).toEqual(['new'])
  })

  it('fails if the file is deleted before it is opened, and creates none', async () => {
    file.discard()
    file.copy()
    const gone = new PageWriter({
      copy,
      startThread() {
        const thread = file.startPageThread()
        file.discard()
        return thread
      },
    })
    await expect(
      gone.read({ baseUrl: '', status: 200, contentType: null, body: Buffer.from('[]') }),
    ).rejects.toThrow()
    await gone.end()
  })
})
