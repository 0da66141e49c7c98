import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FailureError } from '../../platform/failure.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { forgetAll } from './device.ts'

let dataFolder: string
let ids: string[]
let events: string[]
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-device-'))
  ids = ['a', 'b', 'c']
  events = []
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

const full = new FailureError({ kind: 'unexpected', message: 'The disk is full.' })
const snapshot = () => ({
  accounts: [],
  keychain: { state: 'available' as const, name: 'Test', message: '' },
})

/** Deletes all data on a device. Signing out of the account `b` may fail. */
function forgetWhere(oneStays: boolean) {
  return forgetAll({
    dataFolder,
    accounts: { ids: () => ids, snapshot },
    async signOut(id) {
      if (id === 'b' && oneStays) throw full
      ids = ids.filter((other) => other !== id)
      events.push(`out ${id}`)
      return { username: id, itemsLeft: [] }
    },
    keychain: createMemorySecretStore(),
    unsaved: ({ kind }) => events.push(kind),
    resetSettings: () => events.push('settings'),
    caches: [{ clear: () => events.push('cache') }],
    records: [{ clear: () => events.push('journal') }],
  })
}

it('returns the paths of the data folder, the log, and the audit logs', async () => {
  const latchkey = createTestLatchkey()
  expect(await latchkey.value('device.paths')).toEqual({
    data: latchkey.dataFolder,
    logs: expect.stringMatching(/latchkey\.log$/),
    auditLogs: join(latchkey.dataFolder, 'audit'),
  })
  await latchkey.close()
})

it('returns the package type of a portable app', async () => {
  const latchkey = createTestLatchkey({ host: 'electron', package: 'portable' })
  expect(await latchkey.value('device.host')).toMatchObject({ package: 'portable' })
  await latchkey.close()
})

it('signs out of as many accounts as possible, and keeps the settings if any remain', async () => {
  writeFileSync(join(dataFolder, 'accounts.json'), '{}')
  await expect(forgetWhere(true)).rejects.toBe(full)
  expect(ids).toEqual(['b'])
  expect(events).toEqual(['out a', 'out c'])
  expect(readdirSync(dataFolder)).toEqual(['accounts.json'])
})

it("deletes all of Latchkey's files and nothing else, whatever their content", async () => {
  for (const name of [
    'accounts.json',
    'settings.json.0b6e3f0e-5c1d-4a57-9a3f-3f1f7f0c2d11.next',
    'settings.json.broken-1763769600000',
  ]) {
    writeFileSync(join(dataFolder, name), '{}')
  }
  for (const name of ['lock.db', 'notes.json.txt']) {
    writeFileSync(join(dataFolder, name), '')
  }
  mkdirSync(join(dataFolder, 'folder.json'))
  expect(await forgetWhere(false)).toEqual(snapshot())
  expect(ids).toEqual([])
  expect(events).toEqual(['out a', 'out b', 'out c', 'cache', 'journal', 'settings'])
  expect(readdirSync(dataFolder).sort()).toEqual(['folder.json', 'lock.db', 'notes.json.txt'])
})
