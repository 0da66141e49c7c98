import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Check } from '../../../shared/app/setup.ts'
import { sshKeys } from '../../../shared/service/ssh-keys.ts'
import { allSshKeys } from '../../keys/account-ssh-keys.ts'
import { TestComputer } from './testing/computer.ts'

const passphrase = 'correct horse battery staple'
const everything = [
  ...['create-key', 'add-to-agent', 'add-to-account', 'trust-host'],
  ...['git-identity', 'allow-signer', 'git-signing'],
]
const allRight = {
  git: 'git-found',
  'ssh-key': 'key-found',
  'key-on-account': 'key-on-account',
  agent: 'agent-has-key',
  'host-key': 'host-key-known',
  connection: 'connected',
  identity: 'identity-set',
  signing: 'signing-works',
  'signing-key': 'signing-key-on-account',
  clock: 'clock-right',
}

// Windows and macOS have other paths and access rights; what is parsed and written is the same.
describe.runIf(process.platform === 'linux')('a computer', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    await computer.startAgent()
    await computer.removeKeysOfAccount()
  })
  afterAll(() => computer.stop())

  it('that is new is set up for signed commits, with one plan', async () => {
    expect(await computer.findings()).toEqual({
      git: 'git-found',
      'ssh-key': 'no-key',
      'key-on-account': 'not-checked',
      agent: 'not-checked',
      'host-key': 'host-key-unknown',
      connection: 'not-connected',
      identity: 'no-email',
      signing: 'signing-off',
      'signing-key': 'not-checked',
      clock: 'clock-right',
    })
    expect(await computer.planned()).toEqual(everything)
    computer.record(['git', 'ssh', 'ssh-add', 'ssh-keygen'])
    const results = await computer.applyAll(passphrase)
    expect(results).toEqual(everything.map((id) => ({ id, outcome: 'done' })))
    expect(await computer.findings()).toEqual(allRight)
    expect(await computer.planned()).toEqual([])

    const repository = computer.path('project')
    computer.run('git', ['init', '-q', repository])
    computer.run('git', ['commit', '-q', '--allow-empty', '-m', 'First'], repository)
    computer.run('git', ['verify-commit', 'HEAD'], repository)
    const [key] = await allSshKeys(computer.me)
    expect(key).toMatchObject({
      title: expect.stringMatching(/^maya\.lindqvist@\S+ \d{4}-\d\d-\d\d$/),
    })
    // The key is encrypted, and its passphrase is in no file, argument or variable.
    expect(computer.recorded()).toContain('SSH_ASKPASS_REQUIRE=force')
    const noPassphrase = ['-y', '-P', '', '-f', computer.path('.ssh/id_ed25519')]
    expect(() => execFileSync('ssh-keygen', noPassphrase, { stdio: 'pipe' })).toThrow()
    expect(filesWith(computer.folder, passphrase)).toEqual([])
    cpSync(computer.home, join(computer.folder, 'good'), { recursive: true })
  })

  it('has the files of before after an undo, and keeps the new key', async () => {
    const { files } = computer.setup.lastChanges()
    expect(files).toEqual(['~/.ssh/known_hosts', '~/.ssh/allowed_signers', '~/.gitconfig'])
    // As after a restart.
    expect(computer.restart().undo()).toEqual({ files: [] })
    for (const file of files) expect(existsSync(file.replace('~', computer.home))).toBe(false)
    expect(existsSync(computer.path('.ssh/id_ed25519'))).toBe(true)
  })

  describe('with one fault', () => {
    const id = () => computer.path('.ssh/id_ed25519')
    const config = (...args: string[]) => computer.run('git', ['config', '--global', ...args])
    const program = (name: string, lines: string) => computer.replaceProgram(name, lines)
    const setKey = async (more: object) => {
      const [key] = await allSshKeys(computer.me)
      await computer.removeKeysOfAccount()
      const [type, blob] = key!.key.split(' ')
      await computer.me.call(sshKeys.add, { title: 'Laptop', key: `${type} ${blob}`, ...more })
    }
    const createKey = (...args: string[]) => computer.run('ssh-keygen', ['-q', '-N', '', ...args])

    /** Each fault with what is found, and the changes that mend it. */
    const faults: [
      name: string,
      act: () => unknown,
      finding: Record<string, string>,
      mendedBy: string[],
    ][] = [
      ['git is missing', () => program('git', 'exit 127'), { git: 'git-missing' }, []],
      [
        'git is old',
        () =>
          program(
            'git',
            'if [ "$1" = --version ]; then echo git version 2.25.1; else exec /usr/bin/git "$@"; fi',
          ),
        { git: 'git-old' },
        [],
      ],
      [
        'only the agent has the key',
        () => {
          rmSync(id())
          rmSync(`${id()}.pub`)
        },
        { signing: 'signing-key-missing' },
        ['git-signing'],
      ],
      [
        'the only key is weak',
        () => {
          computer.run('ssh-add', ['-D'])
          rmSync(id())
          rmSync(`${id()}.pub`)
          createKey('-t', 'rsa', '-b', '1024', '-f', computer.path('.ssh/id_rsa'))
        },
        {
          'ssh-key': 'weak-key',
          'key-on-account': 'key-not-on-account',
          signing: 'signing-key-missing',
        },
        ['create-key', 'add-to-agent', 'add-to-account', 'allow-signer'],
      ],
      [
        'others may read the private key',
        () => chmodSync(id(), 0o644),
        { 'ssh-key': 'open-files' },
        ['permissions'],
      ],
      [
        'others may change the folder',
        () => chmodSync(computer.path('.ssh'), 0o777),
        { 'ssh-key': 'open-files' },
        ['permissions'],
      ],
      [
        'the key is not on the account',
        () => computer.removeKeysOfAccount(),
        {
          'key-on-account': 'key-not-on-account',
          connection: 'not-connected',
          'signing-key': 'signing-key-not-on-account',
        },
        ['add-to-account'],
      ],
      [
        'the key is for signing only',
        () => setKey({ usage_type: 'auth' }),
        { 'signing-key': 'signing-key-not-for-signing' },
        [],
      ],
      [
        'the agent does not have the key',
        () => computer.run('ssh-add', ['-D']),
        { agent: 'agent-without-key', signing: 'signing-fails', connection: 'not-connected' },
        ['add-to-agent'],
      ],
      [
        'the agent is silent',
        () => program('ssh-add', 'exec sleep 60'),
        { agent: 'silent-agent' },
        [],
      ],
      [
        'the host is unknown',
        () => rmSync(computer.path('.ssh/known_hosts')),
        { 'host-key': 'host-key-unknown', connection: 'not-connected' },
        ['trust-host'],
      ],
      [
        'the host has another key',
        () => {
          const known = computer.read('.ssh/known_hosts')
          createKey('-t', 'ed25519', '-f', join(computer.folder, 'impostor'))
          const [type, blob] = readFileSync(join(computer.folder, 'impostor.pub'), 'utf8').split(
            ' ',
          )
          const host = known.split(' ')[0]
          writeFileSync(computer.path('.ssh/known_hosts'), `${host} ${type} ${blob}\n`)
        },
        { 'host-key': 'host-key-changed', connection: 'not-connected' },
        [],
      ],
      [
        'the server lets nobody in',
        () =>
          program(
            'ssh',
            'case "$*" in *-G*) exec /usr/bin/ssh "$@";; esac; echo ssh: connect to host x port 22: Connection refused >&2; exit 255',
          ),
        { connection: 'not-connected', 'host-key': 'not-checked' },
        [],
      ],
      [
        'there is no name',
        () => config('--unset', 'user.name'),
        { identity: 'no-name' },
        ['git-identity'],
      ],
      [
        'there is no email',
        () => config('--unset', 'user.email'),
        { identity: 'no-email' },
        ['git-identity'],
      ],
      [
        'the email is not of the account',
        () => config('user.email', 'private@example.org'),
        { identity: 'email-not-verified' },
        ['git-identity'],
      ],
      [
        'commits are not signed',
        () => config('commit.gpgsign', 'false'),
        { signing: 'signing-off' },
        ['git-signing'],
      ],
      [
        'no signing key is chosen',
        () => config('--unset', 'user.signingkey'),
        { signing: 'no-signing-key' },
        ['git-signing'],
      ],
      [
        'the signing key is gone',
        () => config('user.signingkey', computer.path('.ssh/gone.pub')),
        { signing: 'signing-key-missing' },
        ['git-signing'],
      ],
      [
        'nobody is allowed to sign',
        () => config('--unset', 'gpg.ssh.allowedSignersFile'),
        { signing: 'signing-fails' },
        ['git-signing'],
      ],
      ['the clock is wrong', () => (computer.ahead = 10 * 60_000), { clock: 'clock-wrong' }, []],
    ]

    it.each(faults)('is mended where possible: %s', async (_, act, finding, mendedBy) => {
      await reset()
      await act()
      const files = snapshot()
      const found = Object.keys(finding) as Check[]
      expect(await computer.findings(found)).toEqual(finding)
      const changes = await computer.planned()
      expect(changes.map((change) => change.split(' ')[0])).toEqual(
        expect.arrayContaining(mendedBy),
      )
      if (mendedBy.length === 0) return
      const results = await computer.applyAll(passphrase)
      expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([])
      expect(await computer.findings(found)).toEqual(
        Object.fromEntries(found.map((check) => [check, allRight[check]])),
      )
      computer.restart().undo()
      expect(snapshot()).toMatchObject(files)
    })

    async function reset() {
      const good = join(computer.folder, 'good')
      rmSync(computer.home, { recursive: true, force: true })
      cpSync(good, computer.home, { recursive: true, preserveTimestamps: true })
      computer.restorePrograms()
      computer.ahead = 0
      await computer.removeKeysOfAccount()
      const key = computer.read('.ssh/id_ed25519.pub')
      await computer.me.call(sshKeys.add, { title: 'Laptop', key })
      await computer.letIn()
      computer.run('ssh-add', ['-D'])
      await computer.unlock(passphrase)
    }

    /** Mode and content of the files that may be changed. */
    function snapshot() {
      const names = [
        '.gitconfig',
        '.ssh',
        '.ssh/known_hosts',
        '.ssh/allowed_signers',
        '.ssh/id_ed25519',
      ]
      return Object.fromEntries(
        names
          .filter((name) => existsSync(computer.path(name)))
          .map((name) => {
            const stats = statSync(computer.path(name))
            return [name, [stats.mode & 0o777, stats.isFile() && computer.read(name)]]
          }),
      )
    }
  })
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
}
