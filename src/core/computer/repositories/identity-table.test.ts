import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestComputer } from '../testing/computer.ts'
import { TwoAccounts, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('readIdentityTable', () => {
  let home: TwoAccounts
  let computer: TestComputer
  beforeAll(async () => {
    home = await TwoAccounts.start()
    computer = home.computer
  })
  afterAll(() => home.stop())
  beforeEach(() => home.reset())

  const table = async () =>
    (await computer.repositories.identityTable()).map(({ where, email, account, conflicts }) => ({
      where: Object.values(where).slice(1)[0] ?? where.kind,
      email,
      account,
      conflicts: conflicts.map(({ with: other, wins, isSure }) => [other, wins, isSure]),
    }))

  it('returns each setting with its scope, account, and source', async () => {
    const plan = await computer.repositories.planIdentity(home.second, { kind: 'host' })
    await computer.identities.apply(plan.plan)
    expect(await computer.repositories.identityTable()).toMatchObject([
      {
        where: { kind: 'everywhere' },
        isMadeByLatchkey: false,
        name: 'Maya Lindqvist',
        email: 'maya@home.example',
        file: '~/.gitconfig',
        readFrom: { file: '~/.gitconfig', line: 3 },
        conflicts: [],
      },
      {
        where: { kind: 'folder', folder: '~/work' },
        isMadeByLatchkey: false,
        email: maya,
        signingKey: '~/.ssh/id_work.pub',
        account: computer.gitlab.account,
        file: '~/.gitconfig-work',
        readFrom: { file: '~/.gitconfig', line: 5 },
        conflicts: [{ with: '2', wins: false, isSure: false }],
      },
      {
        where: { kind: 'host', host: '127.0.0.1' },
        isMadeByLatchkey: true,
        email: home.secondEmail,
        account: home.second.account,
        conflicts: [{ with: '1', wins: true, isSure: false }],
      },
    ])
    const key = computer.path('.ssh/id_work.pub')
    computer.run('git', ['config', '--file', '.gitconfig-work', 'user.signingkey', key])
    const [, ofFolder] = await computer.repositories.identityTable()
    expect(ofFolder!.signingKey).toBe('~/.ssh/id_work.pub')
  })

  it('returns conflicting settings, and which one wins', async () => {
    const include = (condition: string, name: string) =>
      `[includeIf "${condition}"]\n\tpath = ~/${name}\n`
    writeFileSync(computer.path('a'), '[user]\n\temail = a@example.com\n')
    writeFileSync(computer.path('b'), '[user]\n\temail = b@example.com\n')
    writeFileSync(
      computer.path('.gitconfig'),
      include('gitdir:~/work/deep/', 'a') +
        include('gitdir:~/work/', 'b') +
        include('gitdir:~/work/near/', 'a') +
        include('hasconfig:remote.*.url:git@gitlab.com:**', 'b') +
        '[user]\n\temail = late@example.com\n',
    )
    expect(await table()).toMatchObject([
      {
        where: '~/work/deep',
        conflicts: [
          ['1', false, true],
          ['3', false, false],
          ['4', false, true],
        ],
      },
      {
        where: '~/work',
        conflicts: [
          ['0', true, true],
          ['4', false, true],
        ],
      },
      {
        where: '~/work/near',
        conflicts: [
          ['3', false, false],
          ['4', false, true],
        ],
      },
      { where: 'gitlab.com' },
      { where: 'everywhere', email: 'late@example.com' },
    ])
  })
})
