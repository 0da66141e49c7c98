import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountsSnapshot } from '../../../../shared/app/accounts.ts'
import { createTestLatchkey } from '../../../testing/latchkey.ts'

let dataFolder: string
beforeEach(() => (dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-moved-'))))
afterEach(() => rmSync(dataFolder, { recursive: true }))

const fixtures = join(import.meta.dirname, '../../../testing/data-folders')
const pathOf = (name: string) => join(dataFolder, name)
const before = ['recent-statuses.json', 'created-tokens.json', 'directory-views.json']

describe.each(['at-00f03c2/closed', 'at-00f03c2/killed', 'at-14493f0/closed', 'at-14493f0/killed'])(
  'the data folder that was written %s',
  (name) => {
    it('keeps settings, statuses, tokens and views', async () => {
      cpSync(join(fixtures, name), dataFolder, { recursive: true })
      // What the process was killed in the middle of begins anew.
      const [first] = Object.keys(
        JSON.parse(readFileSync(pathOf('recent-statuses.json'), 'utf8')) as object,
      )
      const latchkey = createTestLatchkey({ dataFolder, now: () => 1_795_321_000_000 })
      const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
      const [admin, user] = accounts.map(({ id }) => id)
      expect(first).toBe(admin)
      expect(await latchkey.value('settings.get')).toMatchObject({ theme: 'dark', undoSeconds: 30 })
      for (const id of [admin, user]) {
        const recent = await latchkey.value('ownStatus.recent', {}, id)
        expect(recent).toMatchObject([{ emoji: 'coffee', message: 'Break' }])
      }
      const tokens = await latchkey.value('createdTokens.list', {}, user)
      expect(tokens).toMatchObject([{ name: 'cluster' }])
      const views = await latchkey.value('directory.views', {}, admin)
      expect(views).toMatchObject([{ name: 'Everybody' }])
      for (const old of [...before, 'directory.db', 'reads.db', 'avatars']) {
        expect(existsSync(pathOf(old))).toBe(false)
      }
      await latchkey.close()
    })
  },
)

it('continues after a process that ended in the middle, and keeps newer files', async () => {
  cpSync(join(fixtures, 'at-14493f0/closed'), dataFolder, { recursive: true })
  await createTestLatchkey({ dataFolder }).close()
  const [account] = readdirSync(pathOf('accounts'))
  const moved = join(dataFolder, 'accounts', account!, 'recent-statuses.json')
  const text = readFileSync(moved, 'utf8')
  writeFileSync(pathOf('recent-statuses.json'), JSON.stringify({ [account!]: [], other: [] }))
  await createTestLatchkey({ dataFolder }).close()
  expect(readFileSync(moved, 'utf8')).toBe(text)
  expect(existsSync(join(dataFolder, 'accounts', 'other', 'recent-statuses.json'))).toBe(true)
  expect(existsSync(pathOf('recent-statuses.json'))).toBe(false)
})

it('adds what could not be moved at an earlier start to what was saved since', async () => {
  cpSync(join(fixtures, 'at-14493f0/closed'), dataFolder, { recursive: true })
  const views = JSON.parse(readFileSync(pathOf('directory-views.json'), 'utf8')) as Record<
    string,
    object[]
  >
  const [[account, [view]]] = Object.entries(views) as [[string, object[]]]
  const saved = [
    { ...view, name: 'Edited' },
    { ...view, id: 'new', name: 'New' },
  ]
  const target = join(dataFolder, 'accounts', account, 'directory-views.json')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify({ views: saved }))
  const earlier = [view, { ...view, id: 'earlier', name: 'Earlier' }]
  writeFileSync(pathOf('directory-views.json'), JSON.stringify({ [account]: earlier }))
  const latchkey = createTestLatchkey({ dataFolder })
  expect(await latchkey.value('directory.views', {}, account)).toMatchObject([
    { name: 'Edited' },
    { name: 'New' },
    { name: 'Earlier' },
  ])
  expect(existsSync(pathOf('directory-views.json'))).toBe(false)
  await latchkey.close()
})

it('leaves an unreadable document as it is', async () => {
  writeFileSync(pathOf('directory-views.json'), 'scribble')
  await createTestLatchkey({ dataFolder }).close()
  expect(readFileSync(pathOf('directory-views.json'), 'utf8')).toBe('scribble')
})
