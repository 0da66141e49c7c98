import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { memoryFile } from '../../platform/files/memory-file.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import { testFolder } from '../../testing/folder.ts'
import { signedIn } from '../../features/keys/ssh/testing/account-service.ts'
import { editGitConfig } from './git-config.ts'
import { ChangeSets, RecordedChanges, readIfThere } from './recorded-changes.ts'
import { type UndoOptions, planUndo, undoChanges } from './undo.ts'

let sandbox: Sandbox
let maya: GitLabClient
let admin: GitLabClient
let home: string
let options: UndoOptions
let changes: RecordedChanges
const path = (name: string) => join(home, name)
const read = (name: string) => readFileSync(path(name), 'utf8')

beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  maya = await signedIn(sandbox.url, sandbox.tokens.user)
  admin = await signedIn(sandbox.url, sandbox.tokens.admin)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  for (const gitlab of [maya, admin]) {
    for (const { id } of await allSshKeys(gitlab)) await gitlab.call(sshKeys.remove, { key_id: id })
  }
  home = testFolder()
  changes = new RecordedChanges(memoryFile(ChangeSets), () => 0)
  const signedInAccounts = () => [
    { instance: sandbox.url, username: 'maya', gitlab: maya },
    { instance: sandbox.url, username: 'admin', gitlab: admin },
  ]
  options = { home, environment: { PATH: process.env.PATH, HOME: home }, changes, signedInAccounts }
})

const host = () => new URL(sandbox.url).host

function write(name: string, content: string): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), content)
}

/** Changes files in one set and returns its ID. */
function change(files: Record<string, string>): string {
  const { id } = changes.begin()
  for (const [name, after] of Object.entries(files)) {
    changes.replace(path(name), readIfThere(path(name)), Buffer.from(after))
  }
  return id
}

/** Creates a key in a separate set and adds it to an account. */
async function makeKey(gitlab?: GitLabClient): Promise<{ id: string; fingerprint: string }> {
  const key = path('.ssh/id_ed25519')
  mkdirSync(path('.ssh'), { recursive: true })
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'Laptop', '-f', key])
  const publicKey = read('.ssh/id_ed25519.pub')
  const { fingerprint, blob } = parseSshKey({ key: publicKey })!
  const { id } = changes.begin()
  changes.record({ kind: 'key', path: key, fingerprint, blob })
  if (gitlab) {
    await gitlab.call(sshKeys.add, { title: 'Laptop', key: publicKey })
    const step = { kind: 'account-key', username: 'maya', title: 'Laptop' } as const
    changes.record({ ...step, instance: sandbox.url, path: key, fingerprint, blob })
  }
  return { id, fingerprint }
}

/** Why each item is kept, by name. */
async function stays(id: string): Promise<Record<string, string | undefined>> {
  const shown = await planUndo(options, id)
  return Object.fromEntries(
    shown.filter(({ outcome }) => outcome === 'stays').map(({ what, reason }) => [what, reason]),
  )
}

describe.runIf(process.platform !== 'win32')('an undo', () => {
  it('keeps files that someone else has edited since, and restores the others', async () => {
    write('config', 'theirs')
    const id = change({ config: 'ours', new: 'ours' })
    write('config', 'ours, then theirs')
    expect(await stays(id)).toEqual({ '~/config': 'It was changed since.' })
    expect(existsSync(path('new'))).toBe(true)
    const undone = await undoChanges(options, id)
    expect(undone.map(({ what, outcome }) => [what, outcome])).toEqual([
      ['~/new', 'undone'],
      ['~/config', 'stays'],
    ])
    expect(existsSync(path('new'))).toBe(false)
    expect(read('config')).toBe('ours, then theirs')
    // Skipped steps can be undone once their files are back to how Latchkey left them.
    write('config', 'ours')
    await undoChanges(options, id)
    expect(read('config')).toBe('theirs')
    expect(changes.sets).toEqual([])
  })

  it('keeps a file that a later Latchkey change modified until that change is undone', async () => {
    write('.gitconfig', 'first')
    const first = change({ '.gitconfig': 'second' })
    const second = change({ '.gitconfig': 'third' })
    expect((await stays(first))['~/.gitconfig']).toContain('Undo that one first.')
    await undoChanges(options, first)
    expect(read('.gitconfig')).toBe('third')
    await undoChanges(options, second)
    await undoChanges(options, first)
    expect(read('.gitconfig')).toBe('first')
    expect(readdirSync(home)).toEqual(['.gitconfig'])
  })

  /** Sets git settings in one set and returns its ID. */
  async function set(values: Record<string, string>, name = '.gitconfig'): Promise<string> {
    const { id } = changes.begin()
    const edits = Object.entries(values).map(([setting, value]) => ({
      ...{ name: setting, value, how: 'set' as const },
    }))
    const before = readIfThere(path(name))
    const after = await editGitConfig(path(name), before, edits, options.environment)
    changes.replace(path(name), before, after, edits)
    return id
  }

  it('undoes single settings if the file was changed since, and keeps those with another value', async () => {
    write('.gitconfig', '[user]\n\temail = first@example.com\n\tname = First # mine\n')
    const id = await set({
      'user.email': 'second@example.com',
      'user.name': 'Second',
      'commit.gpgSign': 'true',
    })
    write('.gitconfig', `${read('.gitconfig').replace('Second', 'Third')}[alias]\n\tst = status\n`)
    expect(await planUndo(options, id)).toMatchObject([{ kind: 'file-part', outcome: 'undone' }])
    await undoChanges(options, id)
    expect(read('.gitconfig')).toBe(
      '[user]\n\temail = first@example.com\n\tname = Third\n[alias]\n\tst = status\n',
    )
    expect(changes.sets).toEqual([])
  })

  it('undoes stacked changes of one file one after another, although others changed it', async () => {
    write('.gitconfig', '[user]\n\tname = First\n')
    const first = await set({ 'user.name': 'Second', 'user.email': 'maya@example.com' })
    const signing = await set({ 'commit.gpgSign': 'true' })
    const last = await set({ 'user.name': 'Third' })
    write('.gitconfig', `${read('.gitconfig')}[alias]\n\tst = status\n`)
    // It doesn't share a setting with a later one.
    expect(await stays(signing)).toEqual({})
    expect((await stays(first))['~/.gitconfig']).toContain('Undo that one first.')
    for (const id of [last, first, signing]) {
      expect(await stays(id)).toEqual({})
      await undoChanges(options, id)
    }
    expect(read('.gitconfig')).toBe('[user]\n\tname = First\n[alias]\n\tst = status\n')
  })

  it('takes back single lines, also from a file that Latchkey created', async () => {
    const { id } = changes.begin()
    const line = 'git.example ssh-ed25519 A'
    changes.replace(path('known_hosts'), undefined, Buffer.from(`${line}\n`), [{ line }])
    write('known_hosts', `a.example ssh-ed25519 B\n${line}\nb.example ssh-ed25519 C\n`)
    await undoChanges(options, id)
    expect(read('known_hosts')).toBe('a.example ssh-ed25519 B\nb.example ssh-ed25519 C\n')
  })

  it('doesn’t ask for a later change to be undone first if it can’t be', async () => {
    write('hosts', 'first')
    const first = change({ hosts: 'second' })
    change({ hosts: 'third' })
    write('hosts', 'theirs')
    expect(await stays(first)).toEqual({ '~/hosts': 'It was changed since.' })
  })

  it('moves a key that only the undone setting of a changed file used', async () => {
    const { id } = await makeKey()
    const edit = { name: 'user.signingkey', value: '~/.ssh/id_ed25519.pub', how: 'set' } as const
    const after = await editGitConfig(path('.gitconfig'), undefined, [edit], options.environment)
    changes.replace(path('.gitconfig'), undefined, after, [edit])
    write('.gitconfig', `${read('.gitconfig')}[alias]\n\tst = status\n`)
    expect(await stays(id)).toEqual({})
    write('.gitconfig', `${read('.gitconfig')}[core]\n\tsshCommand = ssh -i ~/.ssh/id_ed25519\n`)
    expect(await stays(id)).toEqual({ '~/.ssh/id_ed25519': '~/.gitconfig uses it.' })
  })

  it('moves a created key, and removes it from the account', async () => {
    const { id, fingerprint } = await makeKey(maya)
    write('.ssh-undone/id_ed25519', 'an earlier one')
    expect(await planUndo(options, id)).toMatchObject([
      {
        kind: 'account-key',
        what: 'Laptop (@maya)',
        username: 'maya',
        instance: sandbox.url,
        outcome: 'undone',
      },
      {
        kind: 'key',
        what: '~/.ssh/id_ed25519',
        movesTo: '~/.ssh-undone/id_ed25519-2',
        outcome: 'undone',
      },
    ])
    await undoChanges(options, id)
    expect(await allSshKeys(maya)).toEqual([])
    expect(readdirSync(path('.ssh'))).toEqual([])
    const moved = path('.ssh-undone/id_ed25519-2')
    expect(statSync(moved).mode & 0o777).toBe(0o600)
    expect(String(execFileSync('ssh-keygen', ['-lf', moved]))).toContain(fingerprint)
    expect(read('.ssh-undone/id_ed25519')).toBe('an earlier one')
  })

  const otherFileSystem = ['/dev/shm', '/var/tmp'].find(
    (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
  )
  it.runIf(otherFileSystem)(
    'moves a created key although ~/.ssh links to another file system',
    async () => {
      const disk = mkdtempSync(join(otherFileSystem!, 'latchkey-'))
      symlinkSync(disk, path('.ssh'))
      const { id, fingerprint } = await makeKey()
      expect(await undoChanges(options, id)).toMatchObject([{ outcome: 'undone' }])
      expect(readdirSync(disk)).toEqual([])
      const moved = path('.ssh-undone/id_ed25519')
      expect(statSync(moved).mode & 0o777).toBe(0o600)
      expect(String(execFileSync('ssh-keygen', ['-lf', moved]))).toContain(fingerprint)
      rmSync(disk, { recursive: true })
    },
  )

  it.each([
    ['.gitconfig', '[user]\n\tsigningkey = ~/.ssh/id_ed25519.pub\n'],
    ['.ssh/config', 'Host x\n  IdentityFile ~/.ssh/id_ed25519\n'],
    ['.config/git/config', '[includeIf "gitdir:~/work/"]\n\tpath = latchkey/work.gitconfig\n'],
  ])('keeps a key that is used by %s', async (file, text) => {
    const { id } = await makeKey(maya)
    write(file, text)
    write('.config/git/latchkey/work.gitconfig', '[latchkey]\n\tkey = ~/.ssh/id_ed25519.pub\n')
    const user = file.includes('config/git') ? '.config/git/latchkey/work.gitconfig' : file
    const reason = `~/${user} uses it.`
    expect(await stays(id)).toEqual({ 'Laptop (@maya)': reason, '~/.ssh/id_ed25519': reason })
    await undoChanges(options, id)
    expect(existsSync(path('.ssh/id_ed25519'))).toBe(true)
    expect(await allSshKeys(maya)).toHaveLength(1)
  })

  it.each<[string, (key: { path: string; publicKey: string }) => Record<string, string>]>([
    [
      'a file that ~/.ssh/config includes',
      () => ({
        '.ssh/config': 'Include config.d/*\n',
        '.ssh/config.d/work': 'IdentityFile %d/.ssh/id_ed25519\n',
      }),
    ],
    [
      'an include of an include of Git',
      () => ({
        '.gitconfig': '[include]\n\tpath = a\n',
        a: '[include]\n\tpath = b\n',
        b: '[user]\n\tsigningkey = ~/.ssh/id_ed25519.pub\n',
      }),
    ],
    [
      'a setting with the key itself',
      ({ publicKey }) => ({ '.gitconfig': `[user]\n\tsigningkey = key::${publicKey}\n` }),
    ],
  ])('keeps a key that is used by %s', async (_, filesFor) => {
    const { id } = await makeKey()
    const publicKey = read('.ssh/id_ed25519.pub').trim()
    const files = filesFor({ path: path('.ssh/id_ed25519'), publicKey })
    for (const [name, text] of Object.entries(files)) write(name, text)
    const file = Object.keys(files).at(-1)!
    expect(await stays(id)).toEqual({ '~/.ssh/id_ed25519': `~/${file} uses it.` })
  })

  it('keeps a key that a repository has used for signing since a later change', async () => {
    const { id } = await makeKey()
    const other = change({
      'work/.git/config': '[user]\n\tsigningkey = ~/.ssh/id_ed25519.pub\n',
    })
    expect(await stays(id)).toEqual({ '~/.ssh/id_ed25519': '~/work/.git/config uses it.' })
    await undoChanges(options, id)
    expect(existsSync(path('.ssh/id_ed25519'))).toBe(true)
    await undoChanges(options, other)
    expect(await stays(id)).toEqual({})
  })

  it("leaves an agent's key on the account while Git signs with it", async () => {
    await makeKey()
    const publicKey = read('.ssh/id_ed25519.pub').trim()
    const { fingerprint, blob } = parseSshKey({ key: publicKey })!
    await maya.call(sshKeys.add, { title: 'Agent', key: publicKey })
    const { id } = changes.begin()
    const step = { kind: 'account-key', instance: sandbox.url, username: 'maya' } as const
    changes.record({ ...step, title: 'Agent', fingerprint, blob })
    write('.gitconfig', `[user]\n\tsigningkey = ${publicKey}\n`)
    expect(await stays(id)).toEqual({ 'Agent (@maya)': '~/.gitconfig uses it.' })
  })

  it('requires later changes to be undone first, even if they left a file unchanged', async () => {
    write('.gitconfig', 'first')
    const ids = ['second', 'third', 'second'].map((after) => change({ '.gitconfig': after }))
    expect((await stays(ids[0]!))['~/.gitconfig']).toContain('Undo that one first.')
    for (const id of ids.toReversed()) await undoChanges(options, id)
    expect(read('.gitconfig')).toBe('first')
    expect(changes.sets).toEqual([])
  })

  it('reverts only the changes that were shown', async () => {
    const { id } = await makeKey()
    const [undone] = await undoChanges(options, id, [])
    expect(undone).toMatchObject({ outcome: 'stays' })
    expect(existsSync(path('.ssh/id_ed25519'))).toBe(true)
    expect(await undoChanges(options, id, [undone!.step])).toMatchObject([{ outcome: 'undone' }])
  })

  it("doesn't treat a backup, a folder or a similar name as a use of the key", async () => {
    const { id } = await makeKey()
    mkdirSync(path('.ssh/latchkey/folder'), { recursive: true })
    write('.ssh/latchkey/x.conf.before-latchkey', 'IdentityFile ~/.ssh/id_ed25519\n')
    write('.config/git/latchkey/gitlab-x.gitconfig', '[user]\n')
    write('.gitconfig', '# signingkey = ~/.ssh/id_ed25519.pub\n')
    expect(await stays(id)).toEqual({})
    const other = change({ '.ssh/latchkey/x.conf': 'Host x\n' })
    expect(await stays(other)).toEqual({})
  })

  it("doesn't confuse another key with the one in use", async () => {
    const { id } = await makeKey()
    write('.ssh/config', 'IdentityFile ~/.ssh/id_ed25519_work\nIdentityFile ~/.ssh/id_ed25519-2\n')
    expect(await stays(id)).toEqual({})
  })

  it('reverts a key along with the configuration that uses it', async () => {
    const { id } = await makeKey()
    changes.replace(
      path('.gitconfig'),
      undefined,
      Buffer.from('signingkey = ~/.ssh/id_ed25519.pub'),
    )
    expect(await stays(id)).toEqual({})
    await undoChanges(options, id)
    expect(existsSync(path('.ssh/id_ed25519'))).toBe(false)
  })

  it('keeps a key that another signed-in account has', async () => {
    const { id } = await makeKey()
    await admin.call(sshKeys.add, { title: 'Mine', key: read('.ssh/id_ed25519.pub') })
    expect(await stays(id)).toEqual({
      '~/.ssh/id_ed25519': `It’s on the account of @admin (${host()}).`,
    })
  })

  it("keeps a signed-out account's key on GitLab and its private key", async () => {
    const { id } = await makeKey(maya)
    options = { ...options, signedInAccounts: () => [] }
    expect(await stays(id)).toEqual({
      'Laptop (@maya)': `@maya (${host()}) isn’t signed in.`,
      '~/.ssh/id_ed25519': `It’s on the account of @maya (${host()}).`,
    })
    await undoChanges(options, id)
    expect(existsSync(path('.ssh/id_ed25519'))).toBe(true)
  })

  it('keeps a key if an account can’t be read', async () => {
    const { id } = await makeKey()
    const other = await startSeededSandbox({ users: 0 })
    const gitlab = await signedIn(other.url, other.tokens.user)
    await other.stop()
    const signedInAccounts = () => [{ instance: other.url, username: 'other', gitlab }]
    options = { ...options, signedInAccounts }
    expect((await stays(id))['~/.ssh/id_ed25519']).toContain('couldn’t find out')
  })

  it('leaves a key on the account if its title has changed', async () => {
    const { id } = await makeKey(maya)
    const key = (await allSshKeys(maya))[0]!.id
    await maya.call(sshKeys.remove, { key_id: key })
    await maya.call(sshKeys.add, { title: 'Renamed', key: read('.ssh/id_ed25519.pub') })
    expect(await stays(id)).toEqual({
      'Laptop (@maya)': 'It was changed since.',
      '~/.ssh/id_ed25519': `It’s on the account of @maya (${host()}).`,
    })
  })

  it('keeps everything that a remaining identity needs', async () => {
    const include = `Include "${path('.ssh/latchkey/*.conf')}"\n`
    const first = change({ '.ssh/latchkey/a.conf': 'Host a\n', '.ssh/config': include })
    const second = change({
      '.ssh/latchkey/b.conf': 'Host b\n',
      '.config/git/latchkey/b.gitconfig': '[latchkey]\n\talias = b\n',
      '.gitconfig': `[includeIf "gitdir:~/b/"]\n\tpath = ${path('.config/git/latchkey/b.gitconfig')}\n`,
    })
    expect(await stays(first)).toEqual({ '~/.ssh/config': '~/.ssh/latchkey/b.conf uses it.' })
    writeFileSync(path('.gitconfig'), `${read('.gitconfig')}# mine\n`)
    expect(await stays(second)).toEqual({
      '~/.gitconfig': 'It was changed since.',
      '~/.config/git/latchkey/b.gitconfig': '~/.gitconfig uses it.',
      '~/.ssh/latchkey/b.conf': '~/.config/git/latchkey/b.gitconfig uses it.',
    })
  })

  it('finds a new file by its real path, behind a link to its folder', async () => {
    write(
      'dotfiles/git/config',
      '[includeIf "gitdir:~/b/"]\n\tpath = ~/.config/git/latchkey/b.gitconfig\n',
    )
    mkdirSync(path('.config'))
    symlinkSync('../dotfiles/git', path('.config/git'))
    const id = change({
      '.config/git/latchkey/b.gitconfig': '[latchkey]\n\talias = b\n',
      '.config/git/config': 'empty',
      '.ssh/latchkey/b.conf': 'Host b\n',
    })
    expect(await stays(id)).toEqual({})
  })

  it("restores permissions that haven't been changed since", async () => {
    write('key', 'key')
    const { id } = changes.begin()
    execFileSync('chmod', ['644', path('key')])
    changes.setMode(path('key'), 0o644, 0o600)
    await undoChanges(options, id)
    expect(statSync(path('key')).mode & 0o777).toBe(0o644)
  })

  it('rejects changes that are no longer recorded', async () => {
    await expect(undoChanges(options, 'none')).rejects.toThrow('outdated')
  })
})
