import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gpgKeys } from '../../../shared/service/gpg-keys.ts'
import { allSshKeys } from '../../keys/account-ssh-keys.ts'
import { tempGpgHome } from '../keys/gpg/testing/gpg-home.ts'
import { TestComputer, allRight } from './testing/computer.ts'
import { faults } from './testing/faults.ts'

const passphrase = 'correct horse battery staple'
const everything = [
  ...['create-key', 'add-to-agent', 'add-to-account', 'trust-host'],
  ...['git-identity', 'git-signing', 'allow-signer'],
]

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
    computer.keep()
  })

  it('has the files of before after an undo, and keeps the new key', async () => {
    const { files } = computer.setup.lastChanges()
    expect(files).toEqual(['~/.ssh/known_hosts', '~/.gitconfig', '~/.ssh/allowed_signers'])
    // As after a restart.
    expect(computer.restart().undo()).toEqual({ files: [] })
    for (const file of files) expect(existsSync(file.replace('~', computer.home))).toBe(false)
    expect(existsSync(computer.path('.ssh/id_ed25519'))).toBe(true)
  })

  describe('with one fault', () => {
    it('signs with a GPG key where git can’t with SSH keys', async () => {
      await computer.reset(passphrase)
      const gpg = tempGpgHome()
      computer.environment.GNUPGHOME = gpg.path
      const fingerprint = gpg.generate('Maya Lindqvist <maya.lindqvist@example.com>')
      const key = gpg.exported(fingerprint)
      await computer.me.call(gpgKeys.add, { key })
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
      // One that was chosen is only turned on again.
      computer.restorePrograms()
      computer.run('git', ['config', '--global', 'commit.gpgsign', 'false'])
      await computer.applyAll()
      expect(computer.read('.gitconfig')).toContain(`signingkey = ${fingerprint}`)
      for (const { id } of await computer.me.all(gpgKeys.list, {})) {
        await computer.me.call(gpgKeys.remove, { key_id: id })
      }
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-on',
        'signing-key': 'signing-key-not-on-account',
      })
      delete computer.environment.GNUPGHOME
      gpg.remove()
    })

    it('is told of a clock that is wrong', async () => {
      await computer.reset(passphrase)
      computer.ahead = 10 * 60_000
      expect(await computer.findings(['clock'])).toEqual({ clock: 'clock-wrong' })
    })

    it('has nothing half-written where a folder can’t be made, and is told so', async () => {
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
