import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Identity, IdentityFields } from '../../../shared/operations/identities.ts'
import { IdentityFields as Fields } from '../../../shared/operations/identities.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { identityId } from './identity-files.ts'
import { TestComputer } from '../testing/computer.ts'

const work: IdentityFields = {
  scope: 'folders',
  folders: ['~/work'],
  name: 'Maya at Work',
  email: 'maya.lindqvist@example.com',
  key: '~/.ssh/id_work.pub',
  signs: true,
  alias: 'gitlab-work',
}
const defaultConfig = '[user]\n\tname = Maya\n\temail = maya@home.example # mine\n'
/** Folders with nothing but Latchkey's files. */
const ownFolders = ['.config/git/latchkey', '.ssh/latchkey']
const sshConfig = 'Host *\n  Port 2022\n'

describe.runIf(process.platform === 'linux')('an identity', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    mkdirSync(computer.path('.ssh'), { mode: 0o700 })
    const key = computer.path('.ssh/id_work')
    computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  })
  afterAll(() => computer.stop())
  beforeEach(() => {
    writeFileSync(computer.path('.gitconfig'), defaultConfig)
    writeFileSync(computer.path('.ssh/config'), sshConfig)
  })
  afterEach(() => {
    for (const own of [...ownFolders, '../setup-changes.json'])
      rmSync(computer.path(own), { recursive: true, force: true })
    computer.restart()
    computer.account.username = 'maya.lindqvist'
  })

  async function save(fields: Partial<IdentityFields> = {}) {
    const { plan, changes } = await computer.identities.planSave(computer.gitlab, {
      ...work,
      ...fields,
    })
    const results = await computer.identities.apply(plan)
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([])
    return changes.map(({ kind }) => kind)
  }

  function repository(path: string, remote?: string) {
    const folder = computer.path(path)
    computer.run('git', ['init', '-q', folder])
    if (remote) computer.run('git', ['remote', 'add', 'origin', remote], folder)
    return {
      email: () => computer.run('git', ['config', 'user.email'], folder).trim(),
      url: () => computer.run('git', ['remote', 'get-url', 'origin'], folder).trim(),
      git: (...args: string[]) => computer.run('git', args, folder),
    }
  }

  const connectionOf = (name: string) => {
    const sshOutput = computer.run('ssh', ['-F', computer.path('.ssh/config'), '-G', name])
    return Object.fromEntries(sshOutput.split('\n').map((line) => line.split(/ (.*)/)))
  }

  it('for folders applies to their repositories: signs commits and connects with its key', async () => {
    expect(await save()).toEqual([
      ...['identity-settings', 'ssh-host', 'ssh-include', 'allow-signer', 'identity-scope'],
      'add-to-account',
    ])
    const inside = repository('work/project', 'git@127.0.0.1:group/project.git')
    const outside = repository('other', 'git@127.0.0.1:group/other.git')
    expect([inside.email(), outside.email()]).toEqual([work.email, 'maya@home.example'])
    expect(inside.url()).toBe('git@gitlab-work:group/project.git')
    expect(outside.url()).toBe('git@127.0.0.1:group/other.git')
    inside.git('commit', '-q', '--allow-empty', '-m', 'First')
    inside.git('verify-commit', 'HEAD')
    expect(connectionOf('gitlab-work')).toMatchObject({
      hostname: '127.0.0.1',
      port: String(computer.server.port),
      identityfile: computer.path('.ssh/id_work'),
      identitiesonly: 'yes',
    })
    // Existing settings still apply to other hosts.
    expect(connectionOf('elsewhere')).toMatchObject({ port: '2022', identitiesonly: 'no' })
    expect(await computer.identities.list()).toEqual([
      expect.objectContaining({ ...work, username: 'maya.lindqvist' }),
    ])
    expect((await computer.identities.choices(computer.gitlab)).current).toMatchObject(work)
  })

  it('that signs counts as signed commits, so signing everywhere isn’t offered', async () => {
    const checks = ['signing', 'signing-key'] as const
    expect(await computer.findings(checks)).toMatchObject({ signing: 'signing-off' })
    expect(await computer.planned()).toContain('git-signing')
    await save()
    expect(await computer.findings(checks)).toEqual({
      signing: 'signing-in-identity',
      'signing-key': 'signing-key-on-account',
    })
    expect(await computer.planned()).not.toContain('git-signing')
    await save({ signs: false })
    expect(await computer.findings(checks)).toMatchObject({ signing: 'signing-off' })
  })

  it('is used by the checks, and keeps the name and email of other repositories', async () => {
    const { port } = computer.server
    const keys = computer.run('ssh-keyscan', ['-p', String(port), '127.0.0.1'])
    writeFileSync(computer.path('.ssh/known_hosts'), keys)
    const knownHosts = `UserKnownHostsFile ${computer.path('.ssh/known_hosts')}`
    computer.sshLines = [`Host ${work.alias}`, knownHosts]
    computer.restart()
    const checks = ['identity', 'connection'] as const
    expect(await computer.findings(checks)).toEqual({
      identity: 'email-not-verified',
      connection: 'not-connected',
    })
    expect(await computer.planned()).toContain('git-identity')
    computer.account.hasOthers = true
    expect(await computer.planned()).not.toContain('git-identity')
    computer.account.hasOthers = false
    await save()
    expect(await computer.findings(checks)).toEqual({
      identity: 'identity-in-repositories',
      connection: 'connected',
    })
    expect(await computer.planned()).not.toContain('git-identity')
    computer.sshLines = []
    computer.restart()
  })

  it('for an instance applies to repositories with a remote on it', async () => {
    await save({ scope: 'host', folders: [], alias: undefined })
    const host = new URL(computer.sandbox.url).hostname
    for (const [at, remote] of [
      `git@${host}:group/project.git`,
      `git@${host}:group/sub/project.git`,
      `ssh://git@${host}:2022/group/project.git`,
      `${host}:group/project.git`,
      `ssh://${host}/group/project.git`,
      `${computer.sandbox.url}/group/project.git`,
      computer.sandbox.url.replace('://', '://maya@') + '/group/project.git',
    ].entries()) {
      expect(repository(`host-${at}`, remote).email(), remote).toBe(work.email)
    }
    expect(repository('none').email()).toBe('maya@home.example')
    for (const [at, remote] of [
      `git@${host}.example.com:group/project.git`,
      // Another service on the same host.
      `http://${host}:1/group/project.git`,
      `http://${host}/group/project.git`,
      `https://${host}/group/project.git`,
    ].entries()) {
      expect(repository(`foreign-${at}`, remote).email(), remote).toBe('maya@home.example')
    }

    computer.account.username = 'other'
    const second = computer.identities.planSave(computer.gitlab, { ...work, scope: 'host' })
    await expect(second).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  })

  it('for an instance without an alias makes ssh offer its key there, until the key is one that ssh tries', async () => {
    const host = new URL(computer.sandbox.url).hostname
    const fields = { ...work, scope: 'host' as const, folders: [], alias: undefined }
    const kindsOf = async () =>
      (await computer.identities.planSave(computer.gitlab, fields)).changes.map(({ kind }) => kind)
    expect(await save(fields)).toEqual(expect.arrayContaining(['ssh-host', 'ssh-include']))
    expect(connectionOf(host)).toMatchObject({
      identityfile: computer.path('.ssh/id_work'),
      identitiesonly: 'yes',
      port: '2022',
    })
    expect(await kindsOf()).toEqual([])
    // Without the line that makes ssh read it, it isn't set up.
    writeFileSync(computer.path('.ssh/config'), `# ${computer.read('.ssh/config')}`)
    expect(await kindsOf()).toEqual(['ssh-include'])
  })

  it('for an instance adds nothing to ssh’s configuration if ssh tries its key first', async () => {
    const key = computer.path('.ssh/id_ed25519')
    computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const kinds = await save({
      ...{ scope: 'host', folders: [], alias: undefined, key: '~/.ssh/id_ed25519.pub' },
    })
    expect(kinds).not.toContain('ssh-host')
    computer.run('rm', [key, `${key}.pub`])
  })

  it('is proposed with an SSH alias if ssh wouldn’t try its key', async () => {
    await computer.removeKeysOfAccount()
    const key = computer.read('.ssh/id_work.pub')
    await computer.gitlab.call(sshKeys.add, { title: 'Work', key })
    const { fields } = await computer.identities.propose(computer.gitlab)
    expect(fields).toMatchObject({ key: '~/.ssh/id_work.pub', alias: expect.any(String) })
    await computer.removeKeysOfAccount()
  })

  it('with an SSH alias separates two accounts of one instance', async () => {
    await save({ scope: 'alias', folders: [] })
    const host = new URL(computer.sandbox.url).hostname
    expect(repository('own', 'git@gitlab-work:group/project.git').email()).toBe(work.email)
    expect(repository('usual', `git@${host}:group/p.git`).email()).toBe('maya@home.example')
    computer.account.username = 'other'
    const second = computer.identities.planSave(computer.gitlab, { ...work, folders: ['~/other'] })
    await expect(second).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  })

  it('rejects a typed SSH alias that another file declares', async () => {
    writeFileSync(
      computer.path('.ssh/config'),
      'Host other GitLab-Work\n  HostName other.example\n',
    )
    await expect(computer.identities.planSave(computer.gitlab, work)).rejects.toMatchObject({
      failure: { fields: { alias: [{ values: { file: '~/.ssh/config' } }] } },
    })
    writeFileSync(computer.path('.ssh/config'), sshConfig)
    await save()
    // Its own file doesn't count.
    await save({ name: 'Maya' })
  })

  it('proposes an SSH alias that no other account or key has', async () => {
    const { gitlab, identities } = computer
    const { host, hostname } = new URL(computer.sandbox.url)
    const proposed = async () => (await identities.choices(gitlab)).alias
    expect(await proposed()).toBe(`${hostname}-maya.lindqvist`)
    writeFileSync(computer.path('.ssh/config'), `Host ${hostname}-maya.lindqvist\n`)
    const withPort = `${host.replace(':', '-')}-maya.lindqvist`
    expect(await proposed()).toBe(withPort)
    writeFileSync(computer.path('.ssh/config'), `Host ${hostname}-maya.lindqvist ${withPort}\n`)
    expect(await proposed()).toBe(`${withPort}-2`)
    await save({ scope: 'alias', folders: [], alias: 'own' })
    expect(await proposed()).toBe('own')
  })

  it('has its own file for each instance and username', () => {
    const accounts = [
      ['https://git.example', 'maya'],
      ['http://git.example', 'maya'],
      ['https://git.example:8443', 'maya'],
      ['https://git.example/lab', 'maya'],
      ['https://git.example-lab', 'maya'],
      ['https://git.example', 'lab-maya'],
      ['https://git.example/lab_a', 'maya'],
      ['https://git.example/lab/a', 'maya'],
    ] as const
    const ids = accounts.map(([instance, username]) => identityId(instance, username))
    expect(new Set(ids).size).toBe(accounts.length)
    expect(identityId('https://git.example', 'maya')).toBe('git.example+maya')
  })

  it('reports the includes with which it may overlap', async () => {
    const conditions = new Map([
      ['gitdir:~/work/', true],
      ['gitdir:~/work/deep/', true],
      ['gitdir:~/', true],
      ['gitdir:~/w*/', true],
      ['gitdir:work/', true],
      ['hasconfig:remote.*.url:https://example.com/**', true],
      ['gitdir:~/worker/', false],
      ['gitdir:~/other/', false],
    ])
    const include = { file: '~/met.gitconfig', email: 'own@example.com' }
    const includes = [...conditions.keys()].map(
      (condition) => `[includeIf "${condition}"]\n\tpath = ${include.file}\n`,
    )
    writeFileSync(computer.path('.gitconfig'), defaultConfig + includes.join(''))
    writeFileSync(computer.path('met.gitconfig'), `[user]\n\temail = ${include.email}\n`)
    const { overlaps } = await computer.identities.planSave(computer.gitlab, work)
    expect(overlaps).toEqual(
      [...conditions].flatMap(([condition, meets]) => (meets ? [{ ...include, condition }] : [])),
    )
  })

  it('is changed in place without touching conditions written by others', async () => {
    const others = '[includeIf "gitdir:~/work/"]\n\tpath = ~/own.gitconfig\n'
    writeFileSync(computer.path('.gitconfig'), defaultConfig + others)
    await save()
    await save({ folders: ['~/new'], alias: undefined, email: 'maya@example.com' })
    expect(repository('new/project').email()).toBe('maya@example.com')
    expect(repository('work/again').email()).toBe('maya@home.example')
    expect(computer.read('.gitconfig')).toContain(others)
    const saved = await computer.identities.planSave(computer.gitlab, {
      ...{ ...work, folders: ['~/new'], alias: undefined, email: 'maya@example.com' },
    })
    expect(saved.changes).toEqual([])
  })

  it('is removed completely, and undo restores the exact bytes', async () => {
    await save()
    await computer.undoLast()
    expect(computer.read('.gitconfig')).toBe(defaultConfig)
    expect(computer.read('.ssh/config')).toBe(sshConfig)
    expect(await computer.identities.list()).toEqual([])

    await save()
    const before = [computer.read('.gitconfig'), await computer.identities.list()]
    const [{ id }] = (await computer.identities.list()) as [Identity]
    const { plan, changes } = await computer.identities.planRemoval(id)
    expect(changes.map(({ kind }) => kind)).toEqual([
      ...['identity-scope', 'ssh-host', 'identity-settings'],
    ])
    await computer.identities.apply(plan)
    expect(computer.read('.gitconfig')).toBe(defaultConfig)
    expect(await computer.identities.list()).toEqual([])
    expect(connectionOf('gitlab-work')).toMatchObject({ hostname: 'gitlab-work' })
    await computer.undoLast()
    expect([computer.read('.gitconfig'), await computer.identities.list()]).toEqual(before)
  })

  it('leaves no empty Git configuration that Latchkey created, but one that was there', async () => {
    const global = computer.path('.gitconfig')
    const remove = async () => {
      const [{ id }] = (await computer.identities.list()) as [Identity]
      await computer.identities.apply((await computer.identities.planRemoval(id)).plan)
    }
    writeFileSync(global, '')
    await save()
    await remove()
    expect(readFileSync(global, 'utf8')).toBe('')

    rmSync(global)
    await save()
    const saved = readFileSync(global, 'utf8')
    await remove()
    expect(existsSync(global)).toBe(false)
    await computer.undoLast()
    expect(readFileSync(global, 'utf8')).toBe(saved)
    await computer.undoLast()
    expect(existsSync(global)).toBe(false)
  })

  it.each<[string, { folders: string[]; name?: string }]>([
    ['a folder with pattern characters', { folders: ['~/a*[b]?"#;'] }],
    ['a name that git could misread', { name: '-x "Maya" \\ #; é', folders: ['~/plain'] }],
  ])('stores %s literally', async (_, fields) => {
    await save(fields)
    const inside = repository(`${fields.folders[0]!.slice(2)}/project`)
    expect(inside.git('config', 'user.name').trim()).toBe(fields.name ?? work.name)
    expect(repository('axb/project').email()).toBe('maya@home.example')
    expect(await computer.identities.list()).toMatchObject([fields])
  })

  it('applies in a folder that is a link, from there and from its target', async () => {
    const disk = computer.path('disk/projects')
    mkdirSync(join(disk, 'app'), { recursive: true })
    symlinkSync(disk, computer.path('projects'))
    computer.run('git', ['init', '-q'], join(disk, 'app'))
    const fields = { ...work, folders: ['~/projects'] }
    const { plan } = await computer.identities.planSave(computer.gitlab, fields)
    await computer.identities.apply(plan)
    for (const path of [computer.path('projects/app'), join(disk, 'app')])
      expect(computer.run('git', ['-C', path, 'config', 'user.email']).trim()).toBe(work.email)
    const shell = `cd ${computer.path('projects/app')} && git config user.email`
    expect(computer.run('sh', ['-c', shell]).trim()).toBe(work.email)
    const [identity] = await computer.identities.list()
    expect(identity!.folders).toEqual(['~/projects'])
    const removal = await computer.identities.planRemoval(identity!.id)
    await computer.identities.apply(removal.plan)
    expect(computer.read('.gitconfig')).toBe(defaultConfig)
  })

  it('is proposed with the user’s own key rather than one for another host', async () => {
    await computer.removeKeysOfAccount()
    const names = ['id_github', 'id_work']
    const path = computer.path('.ssh/id_github')
    computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
    for (const name of names) {
      const key = computer.read(`.ssh/${name}.pub`)
      await computer.gitlab.call(sshKeys.add, { title: name, key })
    }
    const { fields } = await computer.identities.propose(computer.gitlab)
    expect(fields).toMatchObject({ key: '~/.ssh/id_work.pub', signs: true })
    await computer.removeKeysOfAccount()
    const { keys } = await computer.identities.choices(computer.gitlab)
    expect(keys).toMatchObject([
      { file: '~/.ssh/id_work.pub' },
      { file: '~/.ssh/id_github.pub', purpose: { name: 'GitHub' } },
    ])
    computer.run('rm', [path, `${path}.pub`])
  })

  it('rejects values that git or ssh would interpret differently', () => {
    const refused: Partial<IdentityFields>[] = [
      { alias: 'a b' },
      { alias: '-oProxyCommand=x' },
      { name: 'Maya\n[core]' },
      { email: 'maya@example.com\n' + 'x' },
      { folders: ['work'] },
      { folders: ['~/work\n'.concat('x')] },
    ]
    for (const fields of refused) {
      expect(Fields.safeParse({ ...work, ...fields }).success, JSON.stringify(fields)).toBe(false)
    }
  })

  it.each(['C:\\Users\\maya\\work', 'D:/work', '~\\work'])(
    'rejects a folder with a path of Windows: %s',
    async (folder) => {
      const { identities, repositories, gitlab } = computer
      const rejected = { failure: { fields: { folders: [{ values: { path: folder } }] } } }
      const fields = { ...work, folders: [folder] }
      await expect(identities.planSave(gitlab, fields)).rejects.toMatchObject(rejected)
      await expect(repositories.setFolders([folder])).rejects.toMatchObject(rejected)
    },
  )

  it('requires the most recently shown plan and a local key', async () => {
    const { plan } = await computer.identities.planSave(computer.gitlab, work)
    await computer.identities.planSave(computer.gitlab, work)
    await expect(computer.identities.apply(plan)).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    })
    const missingKey = { ...work, key: '~/.ssh/gone.pub' }
    await expect(computer.identities.planSave(computer.gitlab, missingKey)).rejects.toMatchObject({
      failure: { kind: 'invalid' },
    })
  })

  it('isn’t planned if a file can’t be read, and the error includes its path', async () => {
    computer.run('rm', [computer.path('.ssh/config')])
    mkdirSync(computer.path('.ssh/config'))
    const planned = computer.identities.planSave(computer.gitlab, work)
    await expect(planned).rejects.toThrow(/\.ssh\/config couldn’t be read \(EISDIR\)/)
    computer.run('rmdir', [computer.path('.ssh/config')])
  })

  it('isn’t applied if a file can’t be written, and the error includes its path', async () => {
    mkdirSync(computer.path('.config/git'), { recursive: true })
    writeFileSync(computer.path('.config/git/latchkey'), 'a file where a folder should be')
    const { plan } = await computer.identities.planSave(computer.gitlab, work)
    const [first, ...others] = await computer.identities.apply(plan)
    expect(first).toMatchObject({ outcome: 'failed', message: expect.stringContaining('latchkey') })
    expect(others.every(({ outcome }) => outcome === 'not-tried')).toBe(true)
    expect(computer.read('.gitconfig')).toBe(defaultConfig)
  })
})

describe.runIf(process.platform === 'linux')('an instance’s SSH server', () => {
  it('can have a different host and port', async () => {
    const computer = await TestComputer.start()
    mkdirSync(computer.path('.ssh'), { mode: 0o700 })
    const server = { host: 'ssh.example.com', port: 443 }
    const { plan } = await computer.identities.planServer(computer.gitlab, server)
    await computer.identities.apply(plan)
    const sshOutput = computer.run('ssh', ['-F', computer.path('.ssh/config'), '-G', '127.0.0.1'])
    expect(sshOutput).toContain('hostname ssh.example.com\nport 443\n')
    expect(await computer.identities.list()).toEqual([])
    await computer.stop()
  })
})
