import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IdentityTarget } from '../../../shared/operations/repositories.ts'
import { TwoAccounts, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('the plan of an identity', () => {
  let home: TwoAccounts
  beforeAll(async () => {
    home = await TwoAccounts.start()
  })
  afterAll(() => home.stop())
  beforeEach(() => home.reset())

  const files = () =>
    readdirSync(home.computer.home, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('.gnupg'))
      .toSorted()
  async function affected(target: IdentityTarget) {
    await home.ensureScanned()
    const before = files()
    const { computer } = home
    const plan = await computer.repositories.planIdentity(computer.gitlab, target)
    expect(files()).toEqual(before)
    return plan
  }
  const emailOf = async (path: string) => (await home.identityOf(path)).email?.value

  it.each([
    { kind: 'folder', folder: '~/other' },
    { kind: 'host' },
    { kind: 'repository', path: '~/other/three' },
  ] as const)('lists what git does differently once it is applied: %o', async (target) => {
    const plan = await affected(target)
    const changes = plan.affected ?? []
    expect(changes.map(({ path }) => path)).toContain('~/other/three')
    const first = changes.find(({ path }) => path === '~/other/three')!
    expect(first.before.email).toBe(await emailOf('other/three'))
    await home.computer.identities.apply(plan.plan)
    const identities = await home.identitiesOf(...changes.map(({ path }) => path.slice(2)))
    expect(
      identities.map(({ path, email, signs, signingKey }) => [
        ...[path, email?.value, signs && signingKey?.value],
      ]),
    ).toEqual(changes.map(({ path, after }) => [path, after.email, after.signingKey ?? false]))
    expect(first.after.email).toBe(maya)
    // Nothing is left to change.
    const rest = (await affected(target)).affected ?? []
    expect(
      rest.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)),
    ).toEqual([])
  })

  it('names the file that wins in a clone that it was meant for', async () => {
    home.configure('other/three', { 'user.email': 'x@y.z' })
    const { affected: changes, uncovered } = await affected({ kind: 'folder', folder: '~/other' })
    expect(uncovered).toContain('~/other/three')
    const first = changes?.find(({ path }) => path === '~/other/three')
    expect(first).toMatchObject({
      before: { email: 'x@y.z' },
      after: { email: 'x@y.z', file: '~/other/three/.git/config' },
    })
    expect(first?.loses).toEqual([expect.stringMatching(/latchkey\/.*\.gitconfig$/)])
  })

  it('lists the same for an identity that is saved from a form or removed, without a scan', async () => {
    const { repositories, identities, gitlab } = home.computer
    home.clone('other/own', 'git@127.0.0.1:group/own.git')
    home.configure('other/own', { 'user.email': 'x@y.z' })
    const saved = await repositories.planSave(gitlab, {
      scope: 'folders',
      folders: ['~/other'],
      name: 'Maya',
      email: maya,
      signs: false,
    })
    const own = expect.objectContaining({
      path: '~/other/own',
      after: expect.objectContaining({ email: 'x@y.z', file: '~/other/own/.git/config' }),
    })
    const before = { email: 'maya@home.example' }
    expect(saved.affected).toEqual([
      own,
      expect.objectContaining({
        path: '~/other/three',
        before: expect.objectContaining(before),
        after: expect.objectContaining({ name: 'Maya', email: maya }),
      }),
    ])
    await identities.apply(saved.plan)
    const [identity] = await identities.list()
    const removed = await repositories.planRemoval(identity!.id)
    expect(removed.affected?.find(({ path }) => path === '~/other/three')).toMatchObject({
      before: { email: maya },
      after: before,
    })
  })

  it('lists the key that ssh will offer to an instance, also for an identity without an SSH alias', async () => {
    const { repositories, gitlab } = home.computer
    home.clone('other/ssh', 'git@127.0.0.1:group/ssh.git')
    await home.scan()
    const fields = { folders: [], name: 'Maya', email: maya, key: '~/.ssh/id_stray.pub' }
    const saved = await repositories.planSave(gitlab, { ...fields, scope: 'host', signs: false })
    const changed = saved.affected?.find(({ path }) => path === '~/other/ssh')
    expect(changed).toMatchObject({
      before: { sshKey: '~/.ssh/id_work' },
      after: { sshKey: '~/.ssh/id_stray' },
    })
  })

  it('doesn’t list a clone that already has the identity’s values', async () => {
    const { repositories, gitlab } = home.computer
    home.clone('other/same', 'git@127.0.0.1:group/same.git')
    const { name, email } = { name: 'Maya Lindqvist', email: 'maya@home.example' }
    const saved = await repositories.planSave(gitlab, {
      ...{ scope: 'folders', folders: ['~/other/same'], name, email, signs: false },
    })
    expect(saved.affected).toEqual([])
  })

  it('lists nothing until folders with repositories are known', async () => {
    const { repositories, gitlab } = home.computer
    const fields = { scope: 'host', folders: [], name: 'Maya', email: maya, signs: false } as const
    const plan = () => repositories.planSave(gitlab, { ...fields, folders: [] })
    expect(await plan()).not.toHaveProperty('affected')
    await repositories.setFolders(['~/other'])
    expect((await plan()).affected).toMatchObject([{ path: '~/other/three' }])
  })
})
