import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SetupChange } from '../../shared/operations/setup.ts'
import { checks } from '../../shared/rules/setup-checks.ts'
import { gpgKeys } from '../../shared/gitlab/gpg-keys.ts'
import { allSshKeys, parseSshKey } from '../gitlab/account-ssh-keys.ts'
import { tempGpgHome } from '../features/keys/gpg/testing/gpg-home.ts'
import { TestComputer, passingFindings } from './testing/computer.ts'
import { faults } from './testing/faults.ts'

const passphrase = 'correct horse battery staple'
const allFindings = [
  ...['create-key', 'add-to-agent', 'add-to-account', 'trust-host'],
  ...['git-identity', 'git-signing', 'allow-signer'],
]

// Windows and macOS have different paths and permissions, but parsing and writing are the same.
describe.runIf(process.platform === 'linux')('setting up a computer', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    await computer.startAgent()
    await computer.removeKeysOfAccount()
  })
  afterAll(() => computer.stop())

  it('configures signed commits on a new computer with one plan', async () => {
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
    expect(await computer.planned()).toEqual(allFindings)
    computer.record(['git', 'ssh', 'ssh-add', 'ssh-keygen'])
    const results = await computer.applyAll(passphrase)
    expect(results).toEqual(allFindings.map((id) => ({ id, outcome: 'done' })))
    expect(await computer.findings()).toEqual(passingFindings)
    expect(await computer.planned()).toEqual([])

    const repository = computer.path('project')
    computer.run('git', ['init', '-q', repository])
    computer.run('git', ['commit', '-q', '--allow-empty', '-m', 'First'], repository)
    computer.run('git', ['verify-commit', 'HEAD'], repository)
    const [key] = await allSshKeys(computer.gitlab)
    expect(key).toMatchObject({
      title: expect.stringMatching(/^maya\.lindqvist@\S+ \d{4}-\d\d-\d\d$/),
    })
    // The key is encrypted, and its passphrase isn't in any file, argument or variable.
    expect(computer.recorded()).toContain('SSH_ASKPASS_REQUIRE=force')
    const noPassphrase = ['-y', '-P', '', '-f', computer.path('.ssh/id_ed25519')]
    expect(() => execFileSync('ssh-keygen', noPassphrase, { stdio: 'pipe' })).toThrow()
    expect(filesWith(computer.folder, passphrase)).toEqual([])
    computer.keep()
  })

  it('sets the selected confirmed email', async () => {
    const { gitlab, setup } = computer
    computer.run('git', ['config', '--global', 'user.email', 'x@y.z'])
    const run = 1_000_001
    const [first, other] = await setup.emails(gitlab, run)
    expect(first).toBe('maya.lindqvist@example.com')
    const emailOf = async (email?: string) => {
      const changes = await setup.plan(gitlab, { run, email })
      return changes.find(({ kind }) => kind === 'git-identity')?.lines.at(-1)?.after
    }
    expect(await emailOf()).toBe(`user.email = ${first}`)
    expect(await emailOf(other)).toBe(`user.email = ${other}`)
    await expect(emailOf('x@y.z')).rejects.toMatchObject({ failure: { kind: 'conflict' } })
    computer.restoreHome()
  })

  it('restores the original files on undo, and moves the new key', async () => {
    const [key] = await allSshKeys(computer.gitlab)
    const [changeSet] = computer.setup.history()
    expect(changeSet!.things).toEqual([
      '~/.ssh/id_ed25519',
      `${key!.title} (@maya.lindqvist)`,
      '~/.ssh/known_hosts',
      '~/.gitconfig',
      '~/.ssh/allowed_signers',
    ])
    // Simulates a restart.
    const setup = computer.restart()
    const outcomes = (await setup.planUndo(changeSet!.id)).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['undone']))
    await setup.undo(changeSet!.id)
    expect(setup.history()).toEqual([])
    expect(await allSshKeys(computer.gitlab)).toEqual([])
    expect(() => computer.run('ssh-add', ['-l'])).toThrow()
    expect(existsSync(computer.path('.gitconfig'))).toBe(false)
    expect(readdirSync(computer.path('.ssh'))).toEqual([])
    const moved = computer.path('.ssh-undone/id_ed25519')
    expect(statSync(moved).mode & 0o777).toBe(0o600)
    expect(computer.run('ssh-keygen', ['-lf', `${moved}.pub`])).toContain(
      parseSshKey(key!)!.fingerprint,
    )
  })

  describe('with one fault', () => {
    beforeAll(() => {
      // Each test unlocks the key, for which ssh-add takes longer with the usual number of rounds.
      const key = join(computer.folder, 'kept/.ssh/id_ed25519')
      const options = ['-q', '-p', '-a', '1', '-P', passphrase, '-N', passphrase, '-f', key]
      computer.run('ssh-keygen', options)
    })

    it('signs with a GPG key if git can’t sign with SSH keys', async () => {
      await computer.reset(passphrase)
      const gpg = tempGpgHome()
      computer.environment.GNUPGHOME = gpg.path
      const fingerprint = gpg.generate('Maya Lindqvist <maya.lindqvist@example.com>')
      const key = gpg.exported(fingerprint)
      await computer.gitlab.call(gpgKeys.add, { key })
      computer.run('git', ['config', '--global', '--remove-section', 'gpg'])
      computer.run('git', ['config', '--global', '--unset', 'user.signingkey'])
      computer.run('git', ['config', '--global', '--unset', 'commit.gpgsign'])
      faults.find(({ name }) => name === 'git is old')!.cause(computer)
      expect(await computer.planned()).toEqual(['git-signing'])
      await computer.applyAll()
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-on',
        'signing-key': 'signing-key-on-account',
      })
      const repository = computer.path('gpg-project')
      computer.run('git', ['init', '-q', repository])
      computer.run('git', ['commit', '-q', '--allow-empty', '-m', 'First'], repository)
      computer.run('git', ['verify-commit', 'HEAD'], repository)
      // A key that's already configured only needs signing enabled again.
      computer.restorePrograms()
      computer.run('git', ['config', '--global', 'commit.gpgsign', 'false'])
      await computer.applyAll()
      expect(computer.read('.gitconfig')).toContain(`signingkey = ${fingerprint}`)
      for (const { id } of await computer.gitlab.all(gpgKeys.list, {})) {
        await computer.gitlab.call(gpgKeys.remove, { key_id: id })
      }
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-on',
        'signing-key': 'signing-key-not-on-account',
      })
      delete computer.environment.GNUPGHOME
      gpg.remove()
    })

    it("signs with a locked key only once it's unlocked, or uses another key", async () => {
      await computer.reset(passphrase)
      computer.run('ssh-add', ['-D'])
      for (const setting of ['commit.gpgsign', 'user.signingkey']) {
        computer.run('git', ['config', '--global', '--unset', setting])
      }
      const config = computer.read('.gitconfig')
      const other = computer.path('.ssh/id_other')
      computer.run('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', other])
      const needs = (changes: SetupChange[]) =>
        changes.find(({ kind }) => kind === 'git-signing')?.needs
      expect(needs(await computer.changes())).toBe('add-to-agent')
      const keys = await computer.keys()
      expect(keys).toMatchObject([
        { name: '~/.ssh/id_ed25519.pub', hasPassphrase: true, isInAgent: false },
        { name: '~/.ssh/id_other.pub', hasPassphrase: false, isInAgent: false },
      ])
      expect(keys.map(({ onAccount }) => onAccount)).toEqual(['Laptop', undefined])

      // Without an agent, nothing can unlock the key: git fails, and nothing is written.
      const { SSH_AUTH_SOCK } = computer.environment
      delete computer.environment.SSH_AUTH_SOCK
      const alone = await computer.changes()
      expect(needs(alone)).toBeUndefined()
      expect(alone.find(({ kind }) => kind === 'git-signing')?.optional).toBe('locked-key')
      const refused = (await computer.applyAll()).find(({ id }) => id === 'git-signing')
      expect(refused).toMatchObject({ outcome: 'failed', message: /is locked by its passphrase/ })
      expect(computer.read('.gitconfig')).toBe(config)

      await computer.applyAll(undefined, keys[1]!.fingerprint)
      expect(computer.read('.gitconfig')).toContain(
        'signingkey = ' + other.replace(computer.home, '~'),
      )
      expect(await computer.findings(['signing'])).toEqual({ signing: 'signing-works' })
      computer.environment.SSH_AUTH_SOCK = SSH_AUTH_SOCK
    })

    it('also adds the key that Git signs with to the account', async () => {
      await computer.reset(passphrase)
      const other = computer.path('.ssh/id_other')
      computer.run('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', other])
      // Signing is turned on with the other key.
      computer.run('git', ['config', '--global', '--unset', 'user.signingkey'])
      computer.run('git', ['config', '--global', '--unset', 'commit.gpgsign'])
      await computer.changes()
      const fingerprint = (await computer.keys())[1]!.fingerprint
      const planned = await computer.changes(fingerprint)
      const fixes = planned.filter((change) => change.checks.includes('signing'))
      expect(fixes.map(({ kind }) => kind)).toEqual([
        ...['add-to-account', 'git-signing', 'allow-signer'],
      ])
      // It was turned on without adding the key.
      computer.run('git', ['config', '--global', 'user.signingkey', `${other}.pub`])
      computer.run('git', ['config', '--global', 'commit.gpgsign', 'true'])
      expect(await computer.changes()).toMatchObject([
        { id: 'add-signing-key', checks: ['signing-key'], file: '~/.ssh/id_other.pub' },
      ])
      await computer.applyAll()
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-works-unverified',
        'signing-key': 'signing-key-on-account',
      })
      expect(await computer.planned()).toEqual([])
    })

    it('lists root causes before the checks that depend on them', async () => {
      await computer.reset(passphrase)
      for (const name of ['ssh', 'git']) computer.replaceProgram(name, () => 'exit 127')
      const results = await Promise.all(checks.map((check) => computer.check(check)))
      const missing = results.flatMap(({ check, values }) =>
        values.missing === undefined ? [] : [[values.missing, check]],
      )
      expect(missing).toEqual([
        ['connection', 'host-key'],
        ['git', 'identity'],
        ['git', 'signing'],
        ['signing', 'signing-key'],
      ])
      for (const pair of missing) expect(checks.filter((one) => pair.includes(one))).toEqual(pair)
      computer.restorePrograms()
    })

    it('reports a wrong clock', async () => {
      await computer.reset(passphrase)
      computer.ahead = 10 * 60_000
      expect(await computer.findings(['clock'])).toEqual({ clock: 'clock-wrong' })
    })

    it('reports a folder that can’t be created, and leaves nothing half-written', async () => {
      await computer.reset(passphrase)
      rmSync(computer.path('.ssh'), { recursive: true })
      writeFileSync(computer.path('.ssh'), 'a file')
      rmSync(computer.path('.gitconfig'))
      computer.run('ssh-add', ['-D'])
      const results = new Map((await computer.applyAll()).map((one) => [one.id, one]))
      for (const id of ['create-key', 'trust-host']) {
        expect(results.get(id), id).toMatchObject({
          outcome: 'failed',
          message: expect.stringMatching(/\.ssh.* couldn’t be changed \(E[A-Z]+\)/),
        })
      }
      for (const id of ['add-to-account', 'allow-signer', 'git-signing']) {
        expect(results.get(id), id).toMatchObject({ outcome: 'not-tried' })
      }
      expect(computer.read('.ssh')).toBe('a file')
      expect(computer.read('.gitconfig')).not.toContain('gpgsign')
    })
  })
})

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
}
