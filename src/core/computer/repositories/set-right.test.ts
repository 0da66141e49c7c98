import { readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShownPlan } from '../../../shared/operations/identities.ts'
import type { IdentityTarget } from '../../../shared/operations/repositories.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { allSshKeys } from '../../gitlab/account-ssh-keys.ts'
import type { TestComputer } from '../testing/computer.ts'
import { TwoAccounts, globalConfig, maya } from '../testing/two-accounts.ts'

describe.runIf(process.platform === 'linux')('planIdentity', () => {
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

  const plan = async (target: IdentityTarget, gitlab = computer.gitlab): Promise<ShownPlan> => {
    await home.ensureScanned()
    return computer.repositories.planIdentity(gitlab, target)
  }
  async function applyIdentity(target: IdentityTarget, gitlab = computer.gitlab) {
    const shown = await plan(target, gitlab)
    const results = await computer.identities.apply(shown.plan)
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    return shown.changes
  }

  /** All files in the home folder except git objects and files written by gpg. */
  const readAllFiles = () =>
    Object.fromEntries(
      readdirSync(computer.home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !/\/\.gnupg\/|\/\.git\/(objects|logs|refs|index|COMMIT)/.test(path))
        .map((path) => [path, readFileSync(path, 'latin1')]),
    )

  async function expectUndone(before: Record<string, string>) {
    await computer.undoLast()
    expect(readAllFiles()).toEqual(before)
  }

  it("applies the account's identity to one repository only, until undone", async () => {
    configure('work/one', { 'user.email': 'x@y.z', 'commit.gpgsign': 'false' })
    const before = readAllFiles()
    const changes = await applyIdentity({ kind: 'repository', path: '~/work/one' })
    expect(changes).toMatchObject([
      { kind: 'allow-signer' },
      {
        kind: 'repository-settings',
        file: '~/work/one/.git/config',
        optional: 'replaces',
        lines: expect.arrayContaining([
          { before: 'user.email = x@y.z', after: `user.email = ${maya}` },
          { before: 'commit.gpgsign = false', after: 'commit.gpgsign = true' },
        ]),
      },
    ])
    const identity = await identityOf('work/one')
    expect(identity.verdict).toBe('verified')
    expect((await commit('work/one')).isVerified).toBe(true)
    expect(await identityOf('other/three')).toMatchObject({
      email: { value: 'maya@home.example' },
    })
    await expectUndone(before)
  })

  it('asks the account, ssh, and agents once, and reads no keys but those that it may use', async () => {
    configure('work/one', { 'user.email': 'x@y.z' })
    await home.ensureScanned()
    const { requests, scans } = computer
    const before = requests.length
    computer.record(['ssh', 'ssh-add', 'ssh-keygen'])
    const { changes } = await plan({ kind: 'repository', path: '~/work/one' })
    computer.restorePrograms()
    expect(changes.map(({ kind }) => kind)).toEqual(['repository-settings'])
    const started = Array.from(
      computer.recorded().matchAll(/^\/\S+\/(ssh[\w-]*) /gm),
      ([, name]) => name,
    )
    // The connection for the instance, that for its remotes, the agent, and whether the key is locked.
    expect(started.toSorted()).toEqual(['ssh', 'ssh', 'ssh-add', 'ssh-keygen'])
    expect(requests.slice(before).toSorted()).toEqual([
      'GET /api/v4/user',
      'GET /api/v4/user/emails',
      'GET /api/v4/user/keys',
    ])
    expect(computer.scans).toBe(scans)
  })

  it('finds a private key that isn’t named like its public key', async () => {
    renameSync(computer.path('.ssh/id_work'), computer.path('.ssh/work'))
    const { changes } = await computer.identities.planSave(computer.gitlab, {
      scope: 'host',
      folders: [],
      name: 'Maya',
      email: maya,
      key: '~/.ssh/id_work.pub',
      signs: false,
    })
    expect(changes.find(({ kind }) => kind === 'ssh-host')?.lines).toContainEqual({
      after: `  IdentityFile "${computer.path('.ssh/work')}"`,
    })
  })

  it('adds the signing key of an identity if it isn’t on the account', async () => {
    const { changes, plan: saved } = await computer.identities.planSave(computer.gitlab, {
      scope: 'folders',
      folders: ['~/work'],
      name: 'Maya Lindqvist',
      email: maya,
      key: '~/.ssh/id_stray.pub',
      signs: true,
    })
    const addition = { kind: 'add-to-account', file: '~/.ssh/id_stray.pub' }
    expect(changes.at(-1)).toMatchObject(addition)
    const others = changes.slice(0, -1).map(({ id }) => id)
    await computer.identities.apply(saved, others)
    const target = { kind: 'repository', path: '~/work/one' } as const
    expect((await identityOf('work/one')).problems).toEqual(['key-not-on-account'])
    expect((await plan({ kind: 'folder', folder: '~/work' })).changes.at(-1)).toMatchObject(
      addition,
    )
    expect(await applyIdentity(target)).toMatchObject([addition])
    expect((await identityOf('work/one')).verdict).toBe('verified')
    const keys = await allSshKeys(computer.gitlab)
    const stray = keys.find(({ title }) => title === 'id_stray')
    await computer.gitlab.call(sshKeys.remove, { key_id: stray!.id })
  })

  it('says whose key Git signs with instead of adding it to a second account', async () => {
    await applyIdentity({ kind: 'repository', path: '~/work/one' }, home.second)
    configure('work/one', { 'user.signingkey': '~/.ssh/id_work.pub', 'commit.gpgsign': 'true' })
    const planned = plan({ kind: 'repository', path: '~/work/one' }, home.second)
    await expect(planned).rejects.toThrow(/signing key is on @maya\.lindqvist/)
  })

  it('uses the selected confirmed email', async () => {
    configure('work/one', { 'user.email': 'x@y.z' })
    await home.scan()
    const target = { kind: 'repository', path: '~/work/one' } as const
    const { gitlab, repositories } = computer
    const defaultPlan = await repositories.planIdentity(gitlab, target)
    expect(defaultPlan).toMatchObject({ email: maya })
    expect(defaultPlan.emails[0]).toBe(maya)
    expect(defaultPlan.emails).not.toContain('maya@unconfirmed.example')
    const [, other] = defaultPlan.emails
    const shown = await repositories.planIdentity(gitlab, target, other)
    expect(shown.email).toBe(other)
    await computer.identities.apply(shown.plan)
    expect(await identityOf('work/one')).toMatchObject({
      email: { value: other },
      verdict: 'verified',
    })
    await expect(
      repositories.planIdentity(gitlab, target, 'maya@unconfirmed.example'),
    ).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  })

  it('names the key that This computer and the identity form name', async () => {
    const { sshLines } = computer
    computer.run('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', computer.path('.ssh/id_old')])
    const { id } = await home.addKey(computer.gitlab, 'id_old', 'auth')
    computer.sshLines = [`IdentityFile ${computer.path('.ssh/id_old')}`, ...sshLines]
    computer.restart()
    const file = '~/.ssh/id_old'
    expect((await identityOf('work/one')).sshKey?.value).toBe(file)
    expect((await computer.check('ssh-key')).values.file).toBe(`${file}.pub`)
    const { keys } = await computer.identities.choices(computer.gitlab)
    expect(keys.filter(({ isProposed }) => isProposed)).toMatchObject([
      { file: `${file}.pub`, maySign: false },
    ])
    expect((await computer.identities.propose(computer.gitlab)).fields).toMatchObject({
      key: `${file}.pub`,
      signs: false,
    })
    computer.sshLines = sshLines
    await computer.gitlab.call(sshKeys.remove, { key_id: id })
  })

  it('leaves signing off if the key is locked, and lists the key', async () => {
    const path = computer.path('.ssh/id_work')
    computer.run('ssh-keygen', ['-q', '-a', '1', '-p', '-P', '', '-N', 'secret', '-f', path])
    for (const target of [
      { kind: 'repository', path: '~/other/three' },
      { kind: 'folder', folder: '~/other' },
    ] as const) {
      await home.ensureScanned()
      const shown = await computer.repositories.planIdentity(computer.gitlab, target)
      expect(shown.lockedKey).toBe('~/.ssh/id_work.pub')
      await computer.identities.apply(shown.plan)
      expect(computer.run('git', ['config', '--list'], computer.path('other/three'))).not.toContain(
        'gpgsign',
      )
      expect((await commit('other/three')).email).toBe(maya)
    }
  })

  it('keeps a verified signature and another account’s SSH alias', async () => {
    configure('private/two', { 'user.email': 'x@y.z', 'commit.gpgsign': 'true' })
    const changes = await applyIdentity({ kind: 'repository', path: '~/private/two' })
    const settings = changes.find(({ kind }) => kind === 'repository-settings')!
    expect(settings.lines).toContainEqual({
      before: 'user.email = x@y.z',
      after: `user.email = ${maya}`,
    })
    expect(settings.lines.some(({ after }) => after?.startsWith('commit.'))).toBe(false)
    const identity = await identityOf('private/two')
    expect(identity).toMatchObject({ verdict: 'verified', signingKey: { format: 'openpgp' } })
    expect((await commit('private/two')).isVerified).toBe(true)
  })

  it("makes ssh connect to the instance with the account's key", async () => {
    git('private/two', 'remote', 'set-url', 'origin', 'git@127.0.0.1:group/two.git')
    const before = await identityOf('private/two')
    expect(before.sshKey).toMatchObject({ account: computer.gitlab.account })
    const changes = await applyIdentity({ kind: 'repository', path: '~/private/two' }, home.second)
    expect(changes.map(({ kind }) => kind)).toEqual([
      ...['ssh-host', 'ssh-include', 'repository-settings'],
    ])
    // OpenSSH gets the home folder from the system, so its include is named explicitly.
    computer.sshLines.push('Host *', `  Include ${computer.path('.ssh/latchkey/*.conf')}`)
    computer.restart()
    const identity = await identityOf('private/two')
    expect(identity.sshKey).toMatchObject({
      value: '~/.ssh/id_second',
      account: home.second.account,
    })
    expect(identity.email?.value).toBe(home.secondEmail)
    computer.sshLines.splice(-2)
  })

  it('overrides settings that take precedence over name and email', async () => {
    configure('work/one', { 'author.email': 'x@y.z', 'committer.name': 'Somebody' })
    await applyIdentity({ kind: 'repository', path: '~/work/one' })
    expect((await identityOf('work/one')).problems).toEqual([])
    expect(await commit('work/one')).toMatchObject({ email: maya, isVerified: true })
  })

  it("changes only one worktree's settings if it has its own", async () => {
    git('work/one', 'commit', '-q', '--allow-empty', '-m', 'First')
    git('work/one', 'worktree', 'add', '-q', computer.path('tree'))
    configure('work/one', { 'extensions.worktreeConfig': 'true' })
    git('tree', 'config', '--worktree', 'user.email', 'x@y.z')
    const changes = await applyIdentity({ kind: 'repository', path: '~/tree' })
    expect(changes.at(-1)!.file).toBe('~/work/one/.git/worktrees/tree/config.worktree')
    expect((await identityOf('tree')).email?.value).toBe(maya)
  })

  it('rejects a setting that an included file would override, and reports the file', async () => {
    writeFileSync(computer.path('shared.gitconfig'), '[user]\n\temail = x@y.z\n')
    configure('work/one', { 'include.path': '~/shared.gitconfig' })
    await expect(plan({ kind: 'repository', path: '~/work/one' })).rejects.toThrow(
      /~\/shared\.gitconfig/,
    )
    await expect(plan({ kind: 'repository', path: '~/.ssh' })).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    })
  })

  it('doesn’t rely on settings that apply only if a shell entered through a link', async () => {
    home.clone('disk/four', 'git@127.0.0.1:group/four.git')
    symlinkSync(computer.path('disk'), computer.path('linked'))
    const include = '[includeIf "gitdir:~/linked/"]\n\tpath = ~/.gitconfig-linked\n'
    writeFileSync(computer.path('.gitconfig'), globalConfig + include)
    writeFileSync(computer.path('.gitconfig-linked'), '[gpg]\n\tformat = ssh\n')
    await home.scan('~/linked')
    const target = { kind: 'repository', path: '~/linked/four' } as const
    const shown = await computer.repositories.planIdentity(computer.gitlab, target)
    await computer.identities.apply(shown.plan)
    expect(await commit('disk/four')).toMatchObject({ email: maya, isVerified: true })
  })

  it('applies to a folder after all other git settings for it, until undone', async () => {
    const tail = '[user]\n\temail = late@example.com\n'
    writeFileSync(computer.path('.gitconfig'), globalConfig + tail)
    expect((await identityOf('work/one')).email?.value).toBe('late@example.com')
    const before = readAllFiles()
    const changes = await applyIdentity({ kind: 'folder', folder: '~/work' })
    expect(changes.find(({ kind }) => kind === 'identity-scope')).toMatchObject({
      optional: 'replaces',
      lines: [
        { before: 'includeIf.gitdir:~/work/.path = ~/.gitconfig-work' },
        { after: 'includeIf.gitdir:~/work/.path = ~/.gitconfig-work' },
        { after: expect.stringContaining('/latchkey/') },
      ],
    })
    expect(await identityOf('work/one')).toMatchObject({ verdict: 'verified' })
    expect((await commit('work/one')).isVerified).toBe(true)
    const again = await plan({ kind: 'folder', folder: '~/private' })
    expect(again.changes.map(({ kind }) => kind)).toEqual(['identity-scope'])
    await expectUndone(before)
  })

  it('plans no changes if a later include doesn’t override it', async () => {
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    const otherInclude = '[includeIf "gitdir:~/other/"]\n\tpath = ~/.gitconfig-work\n'
    writeFileSync(computer.path('.gitconfig'), computer.read('.gitconfig') + otherInclude)
    expect((await plan({ kind: 'folder', folder: '~/private' })).changes).toEqual([])
  })

  it('applies again if a later condition overrides it', async () => {
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    const applied = computer.read('.gitconfig')
    writeFileSync(computer.path('late.gitconfig'), '[user]\n\temail = late@example.com\n')
    for (const condition of ['gitdir:~/', 'gitdir:~/private/', 'hasconfig:remote.*.url:**']) {
      const inTheWay = `[includeIf "${condition}"]\n\tpath = ~/late.gitconfig\n`
      writeFileSync(computer.path('.gitconfig'), applied + inTheWay)
      // According to git, before and after.
      const { affected } = await plan({ kind: 'folder', folder: '~/private' })
      expect(
        affected?.find(({ path }) => path === '~/private/two'),
        condition,
      ).toMatchObject({ before: { email: 'late@example.com' }, after: { email: maya } })
    }
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    expect((await identityOf('private/two')).email?.value).toBe(maya)
  })

  it('overrides the author and committer that an include, or an include in it, sets', async () => {
    const include = (path: string) => `[includeIf "gitdir:~/"]\n\tpath = ${path}\n`
    const person = (role: string) => `[${role}]\n\temail = x@y.z\n`
    writeFileSync(computer.path('.gitconfig'), globalConfig + include('.gitconfig-outer'))
    const outer = person('author') + include('.gitconfig-inner')
    writeFileSync(computer.path('.gitconfig-outer'), outer)
    writeFileSync(computer.path('.gitconfig-inner'), person('committer'))
    expect((await commit('private/two')).email).toBe('x@y.z')
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    await commit('private/two')
    const people = git('private/two', 'log', '-1', '--format=%ae %ce').trim()
    expect(people).toBe(`${maya} ${maya}`)
    expect((await plan({ kind: 'folder', folder: '~/private' })).changes).toEqual([])
  })

  it('applies only the selected changes', async () => {
    const { plan: number } = await plan({ kind: 'folder', folder: '~/private' })
    expect(await computer.identities.apply(number, ['identity-settings'])).toEqual([
      { id: 'identity-settings', outcome: 'done' },
    ])
    expect(computer.read('.gitconfig')).toBe(globalConfig)
  })

  it('moves a folder from the identity of another account', async () => {
    await applyIdentity({ kind: 'folder', folder: '~/private' }, home.second)
    expect((await identityOf('private/two')).email?.value).toBe(home.secondEmail)
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    expect((await identityOf('private/two')).email?.value).toBe(maya)
    expect((await computer.identities.list()).map(({ folders }) => folders)).toEqual(
      expect.arrayContaining([[], ['~/private']]),
    )
  })

  it('applies to all remotes on the host in addition to the folders', async () => {
    git('other/three', 'remote', 'set-url', 'origin', 'ssh://git@127.0.0.1:2222/three.git')
    await applyIdentity({ kind: 'folder', folder: '~/private' })
    await applyIdentity({ kind: 'host' })
    const names = ['other/three', 'private/two', 'work/one']
    for (const { path, problems } of await home.identitiesOf(...names))
      expect(problems, path).toEqual([])
    for (const name of names) expect((await commit(name)).isVerified, name).toBe(true)
    expect(await computer.identities.list()).toMatchObject([
      { scope: 'host', folders: ['~/private'] },
    ])
  })

  it("doesn't change signing for an account without a key", async () => {
    writeFileSync(computer.path('.gitconfig'), `${globalConfig}[commit]\n\tgpgsign = true\n`)
    await computer.removeKeysOfAccount()
    const changes = await applyIdentity({ kind: 'folder', folder: '~/private' })
    expect(changes.flatMap(({ lines }) => lines).map(({ after }) => after)).not.toContain(
      'commit.gpgsign = false',
    )
    expect(await identityOf('private/two')).toMatchObject({ verdict: 'verified' })
    await home.addKey(computer.gitlab, 'id_work', 'auth_and_signing')
  })
})
