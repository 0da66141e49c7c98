import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CreatedSshKey, NewSshKey } from '../../shared/operations/new-ssh-key.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import { allSshKeys, parseSshKey } from '../gitlab/account-ssh-keys.ts'
import { isRunning } from '../testing/is-running.ts'
import { signedIn } from '../features/keys/ssh/testing/account-service.ts'
import { TestComputer } from './testing/computer.ts'

const passphrase = 'correct horse battery staple'
const newKey: NewSshKey = {
  type: 'ed25519',
  file: 'id_team',
  title: 'Team laptop',
  usage_type: 'auth_and_signing',
  toAgent: false,
}

// Windows and macOS have different paths and permissions, but plans and written files are the same.
describe.runIf(process.platform === 'linux')('a new SSH key', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    await computer.startAgent()
  })
  afterAll(() => computer.stop())
  beforeEach(async () => {
    const { home, server } = computer
    rmSync(home, { recursive: true, force: true })
    rmSync(join(computer.folder, 'setup-changes.json'), { force: true })
    mkdirSync(computer.path('.ssh'), { recursive: true, mode: 0o700 })
    server.trust()
    writeFileSync(
      computer.path('.ssh/known_hosts'),
      readFileSync(join(server.folder, 'known_hosts')),
    )
    computer.sshLines = [
      'Host *',
      `UserKnownHostsFile ${home}/.ssh/known_hosts`,
      'GlobalKnownHostsFile /dev/null',
      `Include ${home}/.ssh/config`,
    ]
    computer.canWrite = undefined
    computer.restorePrograms()
    await computer.removeKeysOfAccount()
    computer.run('ssh-add', ['-D'])
    computer.restart()
  })

  const files = () => readdirSync(computer.path('.ssh')).toSorted()
  const plan = (key: Partial<NewSshKey> = {}, gitlab = computer.gitlab) =>
    computer.newSshKeys.plan(gitlab, { ...newKey, ...key })

  async function create(key: Partial<NewSshKey> = {}, typed?: string): Promise<CreatedSshKey> {
    const { plan: number } = await plan(key)
    return computer.newSshKeys.create(computer.gitlab, { plan: number, passphrase: typed })
  }

  it.each([
    ['ed25519', '(ED25519)'],
    ['rsa', '2048'],
  ] as const)('generates, adds, tests, and undoes a key of type %s', async (type, printed) => {
    // A key of 4096 bits takes seconds to generate.
    computer.replaceProgram(
      'ssh-keygen',
      (original) =>
        `case " $* " in *" -t rsa -b 4096 "*) set -- "$@" -b 2048 ;; esac\nexec ${original} "$@"`,
    )
    const config = '# mine\r\nServerAliveInterval 60\nHost other\n  HostName other.example.com'
    writeFileSync(computer.path('.ssh/config'), config, { mode: 0o644 })
    chmodSync(computer.path('.ssh/config'), 0o644)
    const before = files()
    const key = { ...newKey, type, toAgent: true, alias: 'team' } as const
    const shown = await plan({ ...key, usage_type: 'auth', expires_at: '2099-05-04' })
    expect(shown.changes.map(({ id, file }) => [id, file])).toEqual([
      ['create-key', '~/.ssh/id_team'],
      ['add-to-agent', '~/.ssh/id_team'],
      ['add-to-account', '~/.ssh/id_team.pub'],
      ['ssh-host', '~/.ssh/latchkey/key@team.conf'],
      ['ssh-include', '~/.ssh/config'],
    ])
    const host = shown.changes.find(({ kind }) => kind === 'ssh-host')!
    expect(host.lines.map(({ after }) => after)).toEqual([
      'Host team',
      '  HostName 127.0.0.1',
      `  Port ${computer.server.port}`,
      expect.stringMatching(/^ {2}User \w+$/),
      `  IdentityFile "${computer.path('.ssh/id_team')}"`,
      '  IdentitiesOnly yes',
    ])
    expect(files()).toEqual(before)

    const { results, key: created } = await computer.newSshKeys.create(computer.gitlab, {
      plan: shown.plan,
      passphrase,
    })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    const printedKey = computer.run('ssh-keygen', ['-lf', computer.path('.ssh/id_team')])
    expect(printedKey).toContain(printed)
    expect(printedKey).toContain('Team laptop')
    expect(created).toEqual({
      changes: computer.setup.history()[0]!.id,
      file: '~/.ssh/id_team',
      fingerprint: printedKey.split(' ')[1],
      publicKey: computer.read('.ssh/id_team.pub').trim(),
      alias: 'team',
    })
    const [onAccount] = await allSshKeys(computer.gitlab)
    expect(onAccount).toMatchObject({ title: 'Team laptop', usage_type: 'auth' })
    expect(onAccount!.expires_at).toContain('2099-05-04')
    expect(computer.run('ssh-add', ['-l'])).toContain(created!.fingerprint)
    await computer.acceptKey()
    const connection = await computer.newSshKeys.test(computer.gitlab)
    expect(connection).toMatchObject({
      greeted: 'maya.lindqvist',
      offered: [created!.fingerprint],
      port: computer.server.port,
    })
    expect(connection.problem).toBeUndefined()

    await computer.undoLast()
    expect(computer.setup.history()).toEqual([])
    expect(computer.read('.ssh/config')).toBe(config)
    expect(statSync(computer.path('.ssh/config')).mode & 0o777).toBe(0o644)
    expect(files().filter((name) => name !== 'latchkey')).toEqual(before)
    expect(readdirSync(computer.path('.ssh/latchkey'))).toEqual([])
    expect(readdirSync(computer.path('.ssh-undone'))).toEqual(['id_team', 'id_team.pub'])
    expect(await allSshKeys(computer.gitlab)).toEqual([])
    expect(() => computer.run('ssh-add', ['-l'])).toThrow()
  })

  it('never has its passphrase in an argument, variable or file', async () => {
    computer.record(['ssh-keygen', 'ssh-add'])
    const { key } = await create({ toAgent: true }, passphrase)
    expect(key).toBeDefined()
    expect(computer.recorded()).toContain('-t ed25519')
    expect(() => computer.run('grep', ['-rlF', passphrase, computer.folder])).toThrow()
    computer.restorePrograms()
    const open = ['-y', '-P', '', '-f', computer.path('.ssh/id_team')]
    expect(() => computer.run('ssh-keygen', open)).toThrow()
  })

  it('isn’t tested against a real host with its alias’s name if ssh doesn’t read the alias', async () => {
    await create({ alias: 'team' })
    await computer.acceptKey()
    // The computer's ssh also reads this folder directly.
    rmSync(computer.path('.ssh/latchkey'), { recursive: true })
    computer.record(['ssh'])
    expect(await computer.newSshKeys.test(computer.gitlab)).toMatchObject({
      host: 'team',
      problem: 'alias-unknown',
    })
    expect(computer.recorded()).not.toContain('StrictHostKeyChecking')
    computer.restorePrograms()
  })

  it('is tested using its file if it has no host alias', async () => {
    const { key } = await create()
    await computer.acceptKey()
    const connection = await computer.newSshKeys.test(computer.gitlab)
    expect(connection).toMatchObject({ greeted: 'maya.lindqvist', offered: [key!.fingerprint] })
  })

  it('is tested again if the server accepts only another key at first', async () => {
    const { key } = await create()
    const { server } = computer
    const other = server.createKey('other')
    server.authorize(readFileSync(`${other}.pub`, 'utf8'))
    writeFileSync(computer.path('.ssh/config'), `Host *\n  IdentityFile "${other}"\n`)
    const accept = `cp ${computer.path('.ssh/id_team.pub')} ${join(server.folder, 'authorized')}`
    // With -G, ssh only prints its configuration.
    computer.replaceProgram(
      'ssh',
      (ssh) =>
        `case " $* " in *" -G "*) exec ${ssh} "$@";; esac\n${ssh} "$@"\nstatus=$?\n${accept}\nexit $status`,
    )
    const { greeted, offered, problem } = await computer.newSshKeys.test(computer.gitlab)
    expect([greeted, offered, problem]).toEqual(['maya.lindqvist', [key!.fingerprint], undefined])
  })

  it.each(['id_team', 'id_team.pub'])('never replaces a file: %s', async (name) => {
    writeFileSync(computer.path(`.ssh/${name}`), 'theirs')
    await expect(plan()).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { file: [expect.anything()] } },
    })
    const before = files()
    rmSync(computer.path(`.ssh/${name}`))
    const shown = await plan()
    writeFileSync(computer.path(`.ssh/${name}`), 'theirs')
    const { results, key } = await computer.newSshKeys.create(computer.gitlab, shown)
    expect(results).toMatchObject([
      { id: 'create-key', outcome: 'failed', message: expect.stringContaining('already exists') },
      { id: 'add-to-account', outcome: 'not-tried' },
    ])
    expect(key).toBeUndefined()
    expect(computer.read(`.ssh/${name}`)).toBe('theirs')
    expect(files()).toEqual(before)
    expect(computer.setup.history()).toEqual([])
  })

  it('is proposed with unused file names', async () => {
    writeFileSync(computer.path('.ssh/id_ed25519'), '')
    symlinkSync('nowhere', computer.path('.ssh/id_rsa.pub'))
    writeFileSync(computer.path('.ssh/config'), 'Host "127.0.0.1-maya.lindqvist" b\n')
    expect(await computer.newSshKeys.choices(computer.gitlab)).toMatchObject({
      files: {
        ed25519: 'id_ed25519_maya.lindqvist',
        rsa: 'id_rsa_maya.lindqvist',
        'ed25519-sk': 'id_ed25519_sk',
      },
      alias: `${new URL(computer.sandbox.url).host.replace(':', '-')}-maya.lindqvist`,
      hasAgent: true,
      canCreate: true,
    })
  })

  it('reports why a security key failed, and leaves nothing behind', async () => {
    const before = files()
    const { results, key } = await create({ type: 'ed25519-sk', alias: 'team' })
    expect(results[0]).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/^ssh-keygen failed: .+/),
    })
    expect(new Set(results.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['not-tried']))
    expect(key).toBeUndefined()
    expect(files()).toEqual(before)
    expect(await allSshKeys(computer.gitlab)).toEqual([])
    expect(computer.setup.history()).toEqual([])
  })

  it('never sends its passphrase to a security key that asks for a PIN', async () => {
    const answer = join(computer.folder, 'answer')
    computer.replaceProgram(
      'ssh-keygen',
      () => `"$SSH_ASKPASS" "Enter PIN for authenticator: " > ${answer}
        echo "PIN incorrect" >&2; exit 1`,
    )
    const { results } = await create({ type: 'ed25519-sk' }, passphrase)
    expect(results[0]!.message).toContain('asks for its PIN')
    expect(readFileSync(answer, 'utf8')).toBe('')
  })

  it('waits for the user to touch the security key until canceled', async () => {
    const pid = join(computer.folder, 'pid')
    computer.replaceProgram(
      'ssh-keygen',
      () => `echo $$ > ${pid}.part; mv ${pid}.part ${pid}
      while :; do sleep 1; done`,
    )
    const before = files()
    const shown = await plan({ type: 'ed25519-sk' })
    const creating = computer.newSshKeys.create(computer.gitlab, shown)
    await vi.waitUntil(() => existsSync(pid))
    const second = computer.newSshKeys.create(computer.gitlab, await plan())
    await expect(second).rejects.toThrow('outdated')
    computer.newSshKeys.cancel(computer.gitlab)
    const { results, key } = await creating
    expect(results[0]!.message).toBe('Canceled. No key was created.')
    expect(key).toBeUndefined()
    expect(files()).toEqual(before)
    await vi.waitFor(() => expect(isRunning(Number(readFileSync(pid, 'utf8')))).toBe(false))
  })

  it('is undone without affecting changes made while it was waiting', async () => {
    const [started, touched] = ['started', 'touched'].map((name) => join(computer.folder, name))
    computer.replaceProgram(
      'ssh-keygen',
      (original) => `echo > ${started}
        while [ ! -e ${touched} ]; do sleep 0.1; done
        exec ${original} "$@"`,
    )
    const creating = create()
    await vi.waitUntil(() => existsSync(started!))
    const { identities, gitlab } = computer
    const server = await identities.planServer(gitlab, { host: 'ssh.example.com', port: 22 })
    const changing = identities.apply(server.plan)
    writeFileSync(touched!, '')
    await Promise.all([creating, changing])
    expect(computer.setup.history().map(({ things }) => things)).toEqual([
      ['~/.ssh/latchkey/@127.0.0.1.conf', '~/.ssh/config'],
      ['~/.ssh/id_team', 'Team laptop (@maya.lindqvist)'],
    ])
    expect((await creating).key?.changes).toBe(computer.setup.history()[1]!.id)
  })

  it('is created and undone through a link to ~/.ssh', async () => {
    mkdirSync(computer.path('dotfiles'))
    computer.run('mv', [computer.path('.ssh'), computer.path('dotfiles/ssh')])
    symlinkSync('dotfiles/ssh', computer.path('.ssh'))
    writeFileSync(computer.path('.ssh/config'), 'Host other\n')
    const { results } = await create({ alias: 'team' })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    await computer.acceptKey()
    expect((await computer.newSshKeys.test(computer.gitlab)).greeted).toBe('maya.lindqvist')
    await computer.undoLast()
    expect(computer.setup.history()).toEqual([])
    expect(readlinkSync(computer.path('.ssh'))).toBe('dotfiles/ssh')
    expect(computer.read('dotfiles/ssh/config')).toBe('Host other\n')
    expect(lstatSync(computer.path('.ssh-undone/id_team')).isFile()).toBe(true)
  })

  it.each([
    ['~/.ssh/config', { config: 'Host a Team\n' }],
    ['~/.ssh/hosts', { config: 'Include hosts\n', hosts: 'host = "team"\n' }],
  ])('rejects an alias that %s already has', async (file, written) => {
    for (const [name, text] of Object.entries(written)) {
      writeFileSync(computer.path(`.ssh/${name}`), text)
    }
    const refused = plan({ alias: 'team' })
    await expect(refused).rejects.toMatchObject({ failure: { fields: { alias: [{}] } } })
    await expect(refused).rejects.toThrow(`${file} already has a host named “team”`)
    expect((await plan({ alias: 'a-team' })).changes).not.toEqual([])
  })

  it('can be created, but not added, without GitLab', async () => {
    const other = await startSeededSandbox({ users: 0 })
    const gitlab = await signedIn(other.url, other.tokens.user)
    await other.stop()
    const shown = await plan({}, gitlab)
    expect(shown.notAdded).toBe('unreachable')
    expect(shown.changes.map(({ id }) => id)).toEqual(['create-key'])
    const { key } = await computer.newSshKeys.create(gitlab, shown)
    expect(key?.untested).toBe('unadded')
    expect(parseSshKey({ key: computer.read('.ssh/id_team.pub') })).toBeDefined()
  })

  it('can be created, but not added, with a read-only token', async () => {
    computer.canWrite = false
    const shown = await plan({ toAgent: true })
    expect(shown.notAdded).toBe('readonly')
    expect(shown.changes.map(({ id }) => id)).toEqual(['create-key', 'add-to-agent'])
  })

  it.each([
    ['signing', { usage_type: 'signing' as const }, undefined],
    ['locked', {}, passphrase],
  ])('isn’t tested if it is %s', async (untested, key, typed) => {
    expect((await create(key, typed)).key?.untested).toBe(untested)
  })

  it('requires ssh-keygen, and reports it as missing', async () => {
    const { PATH } = computer.environment
    computer.environment.PATH = computer.path('.ssh')
    expect((await computer.newSshKeys.choices(computer.gitlab)).canCreate).toBe(false)
    const { results } = await create()
    expect(results[0]!.message).toBe('ssh-keygen isn’t installed. Install OpenSSH, then try again.')
    computer.environment.PATH = PATH
  })
})
