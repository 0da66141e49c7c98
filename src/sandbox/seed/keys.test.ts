import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../clock.ts'
import { openDatabase } from '../database/database.ts'
import type { Database } from '../database/database.ts'
import { prepareSchema } from '../database/schema.ts'
import type { StoredSshKey } from '../database/ssh-keys.ts'
import { noon } from '../testing/harness.ts'
import { seedDatabase } from './seed.ts'
import { sshKeySamples } from './ssh-key-samples.ts'

function seeded(users: number, seed = 'keys') {
  const db = openDatabase(':memory:')
  prepareSchema(db)
  seedDatabase(db, { seed, users }, () => noon)
  return db
}

describe('seeded SSH keys', () => {
  let db: Database
  let keys: (StoredSshKey & { username: string; made: string })[]
  beforeAll(() => {
    db = seeded(2000)
    keys = db.all(
      `SELECT k.*, u.username, u.created_at AS made FROM ssh_keys k JOIN users u ON u.id = k.user_id`,
    )
  })
  afterAll(() => db.close())

  it('cover every type and usage', () => {
    const types = (keys: string[]) => new Set(keys.map((text) => text.split(' ')[0]))
    expect(types(keys.map(({ key }) => key))).toEqual(types(Object.values(sshKeySamples)))
    expect(new Set(keys.map(({ usage_type }) => usage_type)).size).toBe(3)
  })

  it('expire soon, later, in the past, or never', () => {
    const daysLeft = (username: string) =>
      keys
        .filter((key) => key.username === username)
        .map(({ expires_at }) => expires_at && Math.ceil((Date.parse(expires_at) - +noon) / day))
    expect(daysLeft('maya.lindqvist')).toEqual([null, 3])
    expect(daysLeft('tomasz')).toEqual([20, null])
    expect(daysLeft('saml.sue')).toEqual([-10])
  })

  it('are created after their owner and before they expire', () => {
    for (const { made, created_at, expires_at } of keys) {
      expect(created_at > made && created_at < noon.toISOString()).toBe(true)
      if (expires_at) expect(expires_at > created_at).toBe(true)
    }
  })

  it('belong to a few hundred random users', () => {
    const owners = new Set(keys.map(({ user_id }) => user_id))
    expect(owners.size).toBeGreaterThan(250)
    expect(owners.size).toBeLessThan(400)
  })

  it('repeat for the same seed', () => {
    const all = (seed: string) => seeded(100, seed).all('SELECT * FROM ssh_keys')
    expect(all('one')).toEqual(all('one'))
    expect(all('one')).not.toEqual(all('two'))
  })
})
