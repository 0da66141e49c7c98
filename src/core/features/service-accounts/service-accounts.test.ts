import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Page } from '../../../shared/gitlab/index.ts'
import type { ServiceAccount } from '../../../shared/gitlab/service-accounts.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

describe('service accounts of a group or project', () => {
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let ines: Account
  let maya: Account
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', edition: 'ce', version: '19' })
    latchkey = createTestLatchkey()
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    maya = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(async () => {
    await latchkey.close()
    await sandbox.stop()
  })

  const operation = 'ownedServiceAccounts.list'

  it('are listed for administrators', async () => {
    const namesOf = async (owner: string, path: string) => {
      const page = await latchkey.value<Page<ServiceAccount>>(operation, { owner, path }, ines.id)
      return page.items.map(({ username }) => username)
    }
    expect(await namesOf('group', 'tidewater-maps')).toEqual(['Nightly.Builds'])
    expect(await namesOf('project', '1')).toEqual(['old-importer'])
  })

  it('are listed for owners who aren’t administrators, and refused to others', async () => {
    const own = { owner: 'group', path: 'maya-s-sketches' }
    expect(await latchkey.value(operation, own, maya.id)).toMatchObject({ items: [], total: 0 })
    const elsewhere = { owner: 'group', path: 'reorganisation' }
    expect(await latchkey.failure(operation, elsewhere, maya.id)).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('Group Not Found'),
    })
  })

  it('are not found on instances that don’t list them', async () => {
    const old = await startSeededSandbox({
      users: 0,
      flavor: 'gitlab',
      edition: 'ce',
      version: '18',
    })
    const { id } = await latchkey.signIn(old.url, old.tokens.admin)
    const failure = await latchkey.failure(operation, { owner: 'project', path: '1' }, id)
    expect(failure.kind).toBe('not-found')
    await old.stop()
  })
})
