import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './database/database.ts'
import { startSandbox } from './start.ts'
import { noon, startTestSandbox } from './testing/harness.ts'

describe('the sandbox', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** All rows in all tables. */
  function contents(data: string) {
    const db = openDatabase(data)
    const tables = db.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    const rows = tables.map(({ name }) => [name, db.all(`SELECT * FROM ${name}`)])
    db.close()
    return rows
  }

  it('listens on loopback only', async () => {
    const sandbox = await startTestSandbox()
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await sandbox.stop()
    await expect(fetch(sandbox.url)).rejects.toThrow()
    await sandbox.stop()
  })

  it('returns seven tokens of at least 20 random characters each', async () => {
    const { tokens, stop } = await startTestSandbox()
    expect(Object.keys(tokens).toSorted()).toEqual([
      'admin',
      'blocked',
      'expired',
      'granular',
      'read_user',
      'revoked',
      'user',
    ])
    for (const token of Object.values(tokens)) expect(token).toMatch(/^glpat-[\w-]{20,}$/)
    expect(new Set(Object.values(tokens)).size).toBe(7)
    await stop()
  })

  it('creates the same data and tokens for the same seed, and different ones for another', async () => {
    const made = []
    for (const [name, seed] of [
      ['a', 'apple'],
      ['b', 'apple'],
      ['c', 'pear'],
    ] as const) {
      const data = join(folder, name)
      const sandbox = await startTestSandbox({ data, seed, users: 150 })
      await sandbox.stop()
      expect(sandbox.users).toBe(150)
      made.push({ tokens: sandbox.tokens, contents: contents(data) })
    }
    expect(made[0]).toEqual(made[1])
    expect(made[0]!.tokens.user).not.toBe(made[2]!.tokens.user)
    expect(made[0]!.contents).not.toEqual(made[2]!.contents)
  })

  it('resumes from its data folder with the same tokens and users', async () => {
    const first = await startTestSandbox({ data: folder, seed: 'keep' })
    const body = { emoji: 'dog', message: 'Kept' }
    await first.ask('PUT', '/user/status', { token: first.tokens.user, body })
    await first.stop()

    const second = await startTestSandbox({ data: folder, seed: 'ignored', users: 500 })
    expect(second.tokens).toEqual(first.tokens)
    expect(second.users).toBe(first.users)
    const status = await second.ask('GET', '/user/status', { token: second.tokens.user })
    expect(status.body).toMatchObject(body)
    await second.stop()
  })

  it("doesn't store tokens in plain text", async () => {
    const sandbox = await startTestSandbox({ data: folder })
    await sandbox.ask('GET', '/user', { token: sandbox.tokens.user })
    await sandbox.stop()
    const file = await readFile(join(folder, 'sandbox.db'))
    for (const token of Object.values(sandbox.tokens)) expect(file.includes(token)).toBe(false)
  })

  it('seeds a consistent database', async () => {
    const sandbox = await startTestSandbox({ data: folder, users: 300 })
    await sandbox.stop()
    const db = openDatabase(folder)
    expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    db.close()
  })

  it('reports the port if it is already in use', async () => {
    const sandbox = await startTestSandbox()
    const port = Number(new URL(sandbox.url).port)
    await expect(startSandbox({ port, users: 0 })).rejects.toThrow(
      `Port ${port} is already in use.`,
    )
    await sandbox.stop()
  })

  it('reports the data version if it is unsupported', async () => {
    const db = openDatabase(folder)
    db.execute('PRAGMA user_version = 999')
    db.close()
    await expect(startSandbox({ data: folder, now: () => noon })).rejects.toThrow(
      'The sandbox data has version 999',
    )
  })

  it('stops while a client keeps its connection open', async () => {
    const sandbox = await startTestSandbox()
    const endless = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) })
    const init = {
      method: 'PUT',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    }
    const hanging = fetch(`${sandbox.url}/api/v4/user/status`, init).catch(
      (error: unknown) => error,
    )
    await sandbox.ask('GET', '/users/1/status')
    await sandbox.stop()
    expect(await hanging).toBeInstanceOf(Error)
  })
})
