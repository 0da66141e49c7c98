import { describe, expect, it } from 'vitest'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { noteLimit } from '../../../shared/rules/limits.ts'
import { toRow } from './user-row.ts'

describe('a row of the directory', () => {
  const user: AdminListUser = { id: 7, username: 'bob', name: 'Bob', state: 'active' }

  it('has only the beginning of texts that would fill the memory', () => {
    const long = 'x'.repeat(900_000)
    const identities = [{ provider: long, extern_uid: long }]
    const row = toRow({ ...user, name: long, username: long, email: long, identities })
    expect(JSON.stringify(row).length).toBeLessThan(2 * noteLimit)
  })

  it('has all of texts that are as long as GitLab allows', () => {
    const email = `${'e'.repeat(noteLimit - 9)}@x.test`
    expect(toRow({ ...user, email }).email).toBe(email)
  })
})
