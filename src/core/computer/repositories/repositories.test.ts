import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { user } from '../../../shared/gitlab/current-user.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { createOfflineClient } from '../../gitlab/response-cache/cached-client.ts'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import type { TestComputer } from '../testing/computer.ts'
import { TwoAccounts, globalConfig, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('Repositories', () => {
  let home: TwoAccounts
  let computer: TestComputer
  beforeAll(async () => {
    home = await TwoAccounts.start()
    computer = home.computer
  })
  afterAll(() => home.stop())
  beforeEach(() => home.reset())

  const git: TwoAccounts['git'] = (...args) => home.git(...args)
  const configure: TwoAccounts['configure'] = (...args) => home.configure(...args)
  const identityOf: TwoAccounts['identityOf'] = (...args) => home.identityOf(...args)
  const commit: TwoAccounts['commit'] = (...args) => home.commit(...args)

  it("lists repositories with the accounts on their remote's instance", async () => {
    const ids = [computer.gitlab.account, home.second.account]
    const { repositories, limits, problems } = await home.scan()
    expect({ limits, problems }).toEqual({ limits: [], problems: [] })
    expect(repositories).toEqual([
      {
        path: '~/other/three',
        kind: 'clone',
        remote: {
          name: 'origin',
          url: `${computer.sandbox.url}/group/three.git`,
          host: '127.0.0.1',
          accounts: ids,
        },
      },
      {
        path: '~/private/two',
        kind: 'clone',
        remote: {
          name: 'origin',
          url: 'git@gitlab-second:group/two.git',
          host: 'gitlab-second',
          accounts: ids,
        },
      },
      {
        path: '~/work/one',
        kind: 'clone',
        remote: {
          name: 'origin',
          url: 'git@127.0.0.1:group/one.git',
          host: '127.0.0.1',
          accounts: ids,
        },
      },
    ])
    home.clone('away', 'git@127.0.0.2:group/away.git')
    const { repositories: more } = await home.scan('~/away')
    expect(more[0]!.remote!.accounts).toEqual([])
  })

  it('reports the author, the config line that sets it, and the keys', async () => {
    const identity = await identityOf('work/one')
    const fingerprint = readPublicKeys(computer.read('.ssh/id_work.pub')).keys[0]!.fingerprint
    expect(identity).toEqual({
      path: '~/work/one',
      name: { value: 'Maya Lindqvist', file: '~/.gitconfig', line: 2, scope: 'global' },
      email: { value: maya, file: '~/.gitconfig-work', line: 2, scope: 'global' },
      sshKey: {
        value: '~/.ssh/id_work',
        file: join(computer.server.folder, 'config'),
        line: 9,
        isSure: true,
        fingerprint,
        account: computer.gitlab.account,
      },
      signingKey: {
        value: '~/.ssh/id_work.pub',
        file: '~/.gitconfig-work',
        line: 3,
        scope: 'global',
        format: 'ssh',
        fingerprint,
      },
      signs: true,
      remote: {
        name: 'origin',
        url: 'git@127.0.0.1:group/one.git',
        host: '127.0.0.1',
        accounts: [computer.gitlab.account, home.second.account],
      },
      account: computer.gitlab.account,
      verdict: 'verified',
      problems: [],
    })
    expect((await identityOf('private/two')).sshKey).toMatchObject({
      value: '~/.ssh/id_second',
      account: home.second.account,
    })
    configure('work/one', { 'user.signingkey': computer.path('.ssh/id_work.pub') })
    expect((await identityOf('work/one')).signingKey).toMatchObject({
      value: '~/.ssh/id_work.pub',
      file: '~/work/one/.git/config',
      line: expect.any(Number),
    })
  })

  it.each<[string, string, Record<string, string>, string[]]>([
    ['signed by an SSH key', 'work/one', {}, []],
    ['not signed', 'private/two', { 'user.email': maya }, ['unsigned']],
    ['with another email', 'work/one', { 'user.email': 'x@y.z' }, ['email-not-on-account']],
    [
      'with an unconfirmed email',
      'work/one',
      { 'user.email': 'Maya@unconfirmed.example' },
      ['email-not-confirmed'],
    ],
    [
      'signed by an unknown key',
      'work/one',
      { 'user.signingkey': '~/.ssh/id_stray.pub' },
      ['key-not-on-account'],
    ],
    ['signed by GPG', 'private/two', { 'user.email': maya, 'commit.gpgsign': 'true' }, []],
    [
      'by a committer with another email',
      'work/one',
      { 'committer.email': 'x@y.z' },
      ['email-not-on-account'],
    ],
  ])('predicts the status of a commit that is %s', async (_, name, settings, problems) => {
    configure(name, settings)
    const identity = await identityOf(name)
    const testedCommit = await commit(name)
    expect(identity.problems).toEqual(problems)
    expect([identity.name?.value, identity.email?.value]).toEqual([
      testedCommit.author,
      testedCommit.email,
    ])
    expect(identity.signingKey?.fingerprint ?? '').toBe(identity.signs ? testedCommit.key : '')
    expect(identity.verdict === 'verified').toBe(testedCommit.isVerified)
  })

  it("predicts a commit's status for a key that may not sign", async () => {
    configure('work/one', {
      'user.email': home.secondEmail,
      'user.signingkey': '~/.ssh/id_second.pub',
    })
    const identity = await identityOf('work/one')
    const { isVerified, key } = await commit('work/one')
    expect(identity).toMatchObject({
      account: home.second.account,
      verdict: 'not-verified',
      problems: ['key-cannot-sign'],
      signingKey: { fingerprint: key },
    })
    expect(isVerified).toBe(false)
  })

  it('reports why git would refuse a commit', async () => {
    writeFileSync(computer.path('.gitconfig'), '[user]\n\tuseConfigOnly = true\n')
    expect((await identityOf('work/one')).problems).toEqual(['no-email', 'unsigned'])
    expect(() => git('work/one', 'commit', '--allow-empty', '-m', 'x')).toThrow(/no email/)
    configure('work/one', { 'user.email': maya })
    expect((await identityOf('work/one')).problems).toEqual(['no-name', 'unsigned'])
  })

  it.each<[Record<string, string>, string]>([
    [{ 'user.name': '', 'author.name': 'Maya' }, 'no-name'],
    [{ 'user.name': '.', 'commit.gpgsign': 'false' }, 'no-name'],
    [{ 'gpg.format': 'SSH' }, 'format-invalid'],
    [{ 'gpg.format': 'pgp', 'commit.gpgsign': 'false' }, 'format-invalid'],
  ])('reports that git refuses to commit with %j', async (settings, problem) => {
    configure('work/one', settings)
    expect(() => git('work/one', 'commit', '--allow-empty', '-m', 'x')).toThrow()
    expect((await identityOf('work/one')).problems).toContain(problem)
  })

  it('reports that git refuses to commit with a signature format that is overridden', async () => {
    writeFileSync(computer.path('.gitconfig'), `${globalConfig}[gpg]\n\tformat = SSH\n`)
    configure('work/one', { 'gpg.format': 'ssh' })
    expect(() => git('work/one', 'commit', '--allow-empty', '-m', 'x')).toThrow()
    expect((await identityOf('work/one')).problems).toContain('format-invalid')
  })

  it('reports a committer as git cleans it', async () => {
    configure('work/one', { 'committer.email': ` <${maya}> ` })
    const identity = await identityOf('work/one')
    expect(identity).toMatchObject({ verdict: 'verified', problems: [] })
    expect((await commit('work/one')).isVerified).toBe(true)
  })

  it('reports a missing private key or signing program', async () => {
    rmSync(computer.path('.ssh/id_work'))
    expect((await identityOf('work/one')).problems).toEqual(['key-missing'])
    configure('work/one', { 'user.signingkey': '~/.ssh/none.pub' })
    expect((await identityOf('work/one')).problems).toEqual(['key-missing'])
    configure('private/two', { 'user.email': 'x@y.z', 'commit.gpgsign': 'true' })
    expect((await identityOf('private/two')).problems).toEqual([
      'email-not-on-account',
      'key-missing',
    ])
    git('private/two', 'config', '--global', 'gpg.program', '/none/gpg')
    expect((await identityOf('private/two')).problems).toEqual([
      'email-not-on-account',
      'program-missing',
    ])
  })

  it('accepts the account’s private commit email, and keeps it when setting an identity', async () => {
    const { id } = await computer.gitlab.call(user.get, {})
    const email = (hostAndName: string) => ({ 'user.email': `${id}-${hostAndName}` })
    configure('work/one', email('maya.before@users.noreply.127.0.0.1'))
    expect(await identityOf('work/one')).toMatchObject({ verdict: 'verified', problems: [] })
    const target = { kind: 'repository', path: '~/work/one' } as const
    const plan = await computer.repositories.planIdentity(computer.gitlab, target)
    expect(plan.email).toBe(`${id}-maya.before@users.noreply.127.0.0.1`)
    expect(plan.emails.slice(0, 2)).toEqual([plan.email, maya])
    configure('work/one', email('maya@noreply.example.com'))
    expect(await identityOf('work/one')).toMatchObject({
      verdict: 'unknown',
      problems: ['email-maybe-private'],
    })
  })

  it('recognizes a signing key without its public half', async () => {
    rmSync(computer.path('.ssh/id_work.pub'))
    configure('work/one', { 'user.signingkey': '~/.ssh/id_work' })
    expect(await identityOf('work/one')).toMatchObject({ verdict: 'verified', problems: [] })
    expect((await commit('work/one')).isVerified).toBe(true)
  })

  it('accepts an ECDSA key in the settings only as Git does', async () => {
    const options = ['-q', '-N', '', '-t', 'ecdsa', '-f', computer.path('.ssh/id_ecdsa')]
    computer.run('ssh-keygen', options)
    const key = computer.read('.ssh/id_ecdsa.pub').trim()
    await computer.startAgent()
    computer.run('ssh-add', ['-q', computer.path('.ssh/id_ecdsa')])
    configure('work/one', { 'user.signingkey': key })
    expect((await identityOf('work/one')).problems).toEqual(['key-missing'])
    expect(() => git('work/one', 'commit', '-q', '--allow-empty', '-m', 'x')).toThrow()
    configure('work/one', { 'user.signingkey': `key::${key}` })
    expect((await identityOf('work/one')).problems).toEqual(['key-not-on-account'])
    git('work/one', 'commit', '-q', '--allow-empty', '-m', 'x')
    computer.run('ssh-add', ['-q', '-D'])
  })

  it('reports an expired key', async () => {
    const key = computer.read('.ssh/id_stray.pub')
    const { id } = await computer.gitlab.call(sshKeys.add, {
      title: 'Old',
      key,
      expires_at: '2999-01-01T00:00:00Z',
    })
    configure('work/one', { 'user.signingkey': '~/.ssh/id_stray.pub' })
    expect((await identityOf('work/one')).problems).toEqual([])
    computer.ahead = Date.parse('2999-06-01') - Date.parse('2026-01-01')
    expect((await identityOf('work/one')).problems).toEqual(['key-expired'])
    computer.ahead = 0
    await computer.gitlab.call(sshKeys.remove, { key_id: id })
  })

  it('reports what is unknown without this account or any account', async () => {
    const { gitlab } = computer
    const [, other] = computer.signedInAccounts
    computer.signedInAccounts = [{ ...computer.signedInAccounts[0]!, gitlab: unreachable(gitlab) }]
    computer.restart()
    expect(await identityOf('work/one')).toMatchObject({
      verdict: 'unknown',
      problems: ['account-not-read'],
      email: { value: maya },
    })
    expect(await identityOf('private/two')).toMatchObject({
      verdict: 'not-verified',
      problems: ['unsigned', 'account-not-read'],
    })
    computer.signedInAccounts = []
    computer.restart()
    expect(await identityOf('work/one')).toMatchObject({
      verdict: 'unknown',
      problems: ['no-account'],
    })
    computer.signedInAccounts = [
      { instance: computer.sandbox.url, username: 'maya.lindqvist', gitlab },
      other!,
    ]
  })

  /** The account as seen while its instance can’t be reached. */
  function unreachable(gitlab: GitLabClient): GitLabClient {
    const answers = { find: () => undefined, store: () => undefined, writeCount: () => 0 }
    return createOfflineClient(gitlab.account, {
      answers: answers as never,
      onCachedAnswer: () => undefined,
    })
  }

  it('reads the key from an ssh command without running it', async () => {
    const command = `ssh -i ~/.ssh/id_second -o IdentitiesOnly=yes`
    configure('work/one', { 'core.sshCommand': command })
    expect((await identityOf('work/one')).sshKey).toMatchObject({
      value: '~/.ssh/id_second',
      file: '~/work/one/.git/config',
      scope: 'local',
      isSure: true,
      account: home.second.account,
    })
    configure('work/one', { 'core.sshCommand': 'ssh -i "$(touch ~/ran)"' })
    expect((await identityOf('work/one')).sshKey).toMatchObject({
      value: 'ssh …',
      isSure: false,
    })
    expect(readdirSync(computer.home)).not.toContain('ran')
  })

  it('is sure of a key only if GitLab or ssh accepts no other one', async () => {
    const only = 'ssh -o IdentitiesOnly=yes'
    const keyOf = async (command: string) => {
      configure('work/one', { 'core.sshCommand': command })
      return (await identityOf('work/one')).sshKey
    }
    // GitLab refuses it, and ssh offers the configured one next.
    expect(await keyOf(`${only} -i ~/.ssh/id_stray`)).toMatchObject({ isSure: false })
    expect(await keyOf(`${only} -i ~/.ssh/id_stray -F none`)).toMatchObject({ isSure: true })
    expect(await keyOf(`${only} -i ~/.ssh/id_work`)).toMatchObject({
      isSure: true,
      account: computer.gitlab.account,
    })
    const key = computer.read('.ssh/id_stray.pub')
    const add = { title: 'Stray', key, usage_type: 'signing' } as const
    const { id } = await computer.gitlab.call(sshKeys.add, add)
    const signing = await keyOf(`${only} -i ~/.ssh/id_stray`)
    await computer.gitlab.call(sshKeys.remove, { key_id: id })
    // An account that isn't known may have the first one.
    expect(signing).toMatchObject({
      value: '~/.ssh/id_work',
      isSure: false,
      account: computer.gitlab.account,
    })
  })

  it('is not sure of a key that has expired on the account', async () => {
    const add = { title: 'Old', key: computer.read('.ssh/id_stray.pub') }
    const expires = { expires_at: '2999-01-01T00:00:00Z' }
    const { id } = await computer.gitlab.call(sshKeys.add, { ...add, ...expires })
    configure('work/one', { 'core.sshCommand': 'ssh -i ~/.ssh/id_stray -o IdentitiesOnly=yes' })
    expect((await identityOf('work/one')).sshKey).toMatchObject({ isSure: true })
    computer.ahead = Date.parse('2999-06-01') - Date.parse('2026-01-01')
    expect((await identityOf('work/one')).sshKey).toMatchObject({ isSure: false })
    computer.ahead = 0
    await computer.gitlab.call(sshKeys.remove, { key_id: id })
  })

  it('belong to the account with their email if there is no remote', async () => {
    git('work/one', 'remote', 'remove', 'origin')
    expect(await identityOf('work/one')).toMatchObject({
      account: computer.gitlab.account,
      verdict: 'unknown',
      problems: ['no-account'],
    })
    configure('work/one', { 'user.email': home.secondEmail })
    expect((await identityOf('work/one')).account).toBe(home.second.account)
    configure('work/one', { 'committer.email': maya })
    expect((await identityOf('work/one')).account).toBeUndefined()
    git('private/two', 'remote', 'set-url', 'origin', 'git@127.0.0.2:group/two.git')
    configure('private/two', { 'user.email': maya })
    expect((await identityOf('private/two')).account).toBeUndefined()
  })

  it("reports an email that isn't on any account if there is no remote", async () => {
    git('private/two', 'remote', 'remove', 'origin')
    configure('private/two', { 'user.email': 'maya@old-laptop.example' })
    expect(await identityOf('private/two')).toMatchObject({
      verdict: 'not-verified',
      problems: ['email-not-on-account', 'unsigned', 'no-account'],
    })
  })

  it('reject new folders that don’t exist, and suggest common ones', async () => {
    const { repositories } = computer
    expect(await repositories.suggestedFolders()).toEqual(['~/work'])
    mkdirSync(computer.path('Code'))
    writeFileSync(computer.path('src'), '')
    expect(await repositories.suggestedFolders()).toEqual(['~/work', '~/Code'])
    await repositories.setFolders(['~/work', '~/Code'])
    for (const name of ['~/wrok', '~/src']) {
      await expect(repositories.setFolders([name, '~/work'])).rejects.toMatchObject({
        failure: { kind: 'invalid', fields: { folders: [{ id: 'repositories.folderMissing' }] } },
      })
    }
    expect(repositories.folders()).toEqual(['~/work', '~/Code'])
    rmSync(computer.path('Code'), { recursive: true })
    expect(await repositories.setFolders(['~/Code'])).toEqual(['~/Code'])
  })

  it('lists paths in the saved folders, and doesn’t cancel a running scan for them', async () => {
    const { repositories } = computer
    expect(await repositories.paths()).toEqual([])
    await repositories.setFolders(['~/work'])
    expect(await repositories.paths()).toEqual(['~/work/one'])
    const scan = home.scan()
    const paths = ['~/other/three', '~/private/two', '~/work/one']
    expect((await repositories.paths()).toSorted()).toEqual(paths)
    expect((await scan).repositories.map(({ path }) => path)).toEqual(paths)
  })

  it('stores the folders, and gives details only for scanned repositories', async () => {
    const { repositories } = computer
    expect(repositories.folders()).toEqual([])
    mkdirSync(computer.path('b'))
    const folderNames = ['~/work/', '~/b', computer.path('work'), '/srv']
    expect(await repositories.setFolders(folderNames)).toEqual(['~/work', '~/b', '/srv'])
    expect(repositories.folders()).toEqual(['~/work', '~/b', '/srv'])
    expect(await repositories.identities(['~/work/one'])).toMatchObject([{ problem: 'gone' }])
    await home.scan()
    expect(await repositories.identities(['~/work/one', '~/.ssh'])).toMatchObject([
      { verdict: 'verified' },
      { problem: 'gone' },
    ])
    rmSync(computer.path('work/one'), { recursive: true })
    expect(await repositories.identities(['~/work/one'])).toMatchObject([{ problem: 'gone' }])
  })
})
