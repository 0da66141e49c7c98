import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SetupKey } from '../../../shared/operations/setup.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { signedIn } from '../../features/keys/ssh/testing/account-service.ts'
import { type GpgHome, tempGpgHome } from '../../features/keys/gpg/testing/gpg-home.ts'
import { TestComputer } from '../testing/computer.ts'

const email = 'maya.lindqvist@example.com'

describe.runIf(process.platform === 'linux')('a check', () => {
  let computer: TestComputer
  beforeAll(async () => {
    computer = await TestComputer.start()
    computer.run('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', '-f', sshKey()])
    computer.keep()
  })
  afterAll(() => computer.stop())
  beforeEach(() => computer.restoreHome())

  const sshKey = () => {
    mkdirSync(computer.path('.ssh'), { recursive: true, mode: 0o700 })
    return computer.path('.ssh/id_ed25519')
  }
  const config = (text: string, name = '.gitconfig') => writeFileSync(computer.path(name), text)
  const me = `[user]\nname = Maya\nemail = ${email}\n`

  describe('of Git', () => {
    it('reports the line that Git can’t parse in a config file', async () => {
      config(`${me}[commit\n\tgpgsign = true\n`)
      expect(await computer.check('git')).toMatchObject({
        finding: 'git-fails',
        values: { said: 'bad config line 4 in file ~/.gitconfig' },
      })
      expect(await computer.check('identity')).toMatchObject({
        finding: 'not-checked',
        values: { missing: 'git' },
      })
      expect(await computer.planned()).not.toContain('git-identity')
    })

    it("reports Git as missing only if it isn't installed", async () => {
      computer.environment.PATH = computer.home
      expect(await computer.check('git')).toMatchObject({ finding: 'git-missing' })
      computer.restorePrograms()
    })
  })

  describe('of the name and email', () => {
    it('reports the option that Git rejects', async () => {
      config(`${me}[commit]\ngpgsign = perhaps\n`)
      expect(await computer.check('identity')).toMatchObject({
        finding: 'commit-fails',
        values: { said: "bad boolean config value 'perhaps' for 'commit.gpgsign'" },
      })
    })

    it("uses the author's name and email", async () => {
      config(`[user]\nname = Maya\nemail = else@example.org\n[author]\nemail = ${email}\n`)
      expect(await computer.check('identity')).toMatchObject({
        finding: 'identity-set',
        values: { name: 'Maya', email },
      })
    })

    it.each([
      ['the private commit email', 'maya.lindqvist@users.noreply.127.0.0.1', 'identity-set'],
      ['one with a former username', 'maya.before@users.noreply.127.0.0.1', 'identity-set'],
      ['one on a host that may be the instance’s', 'maya@noreply.example.com', 'identity-set'],
    ])('accepts %s, and plans no other', async (_, afterId, finding) => {
      const { id } = await computer.gitlab.call(user.get, {})
      config(`[user]\nname = Maya\nemail = ${id}-${afterId}\n`)
      expect(await computer.check('identity')).toMatchObject({ finding })
      expect(await computer.planned()).not.toContain('git-identity')
      config(`[user]\nname = Maya\nemail = ${id + 1}-${afterId}\n`)
      expect(await computer.check('identity')).toMatchObject({ finding: 'email-not-verified' })
    })

    it.each([
      { protection: '[user]\nuseConfigOnly = true\n', finding: 'identity-in-folders-only' },
      { protection: '', finding: 'identity-in-folders' },
    ])('finds folder-specific values, and plans no global ones: $finding', async (set) => {
      config(`${set.protection}[includeIf "gitdir:~/work/"]\npath = work.gitconfig\n`)
      config(me, 'work.gitconfig')
      expect(await computer.check('identity')).toMatchObject({
        finding: set.finding,
        values: { emails: email },
      })
      expect(await computer.planned()).not.toContain('git-identity')
      expect(await computer.identities.foreign()).toEqual([
        { condition: 'gitdir:~/work/', file: '~/work.gitconfig', name: 'Maya', email },
      ])
    })

    it('follows includes in a folder’s config file, and compares its email with the account’s', async () => {
      config('[includeIf "gitdir:~/work/"]\npath = work.gitconfig\n')
      config('[include]\npath = person.gitconfig\n', 'work.gitconfig')
      config('[user]\nname = Other\nemail = other@example.org\n', 'person.gitconfig')
      expect(await computer.check('identity')).toMatchObject({
        finding: 'email-not-verified',
        values: { email: 'other@example.org' },
      })
    })

    it("doesn't plan a global email if Git must not guess one", async () => {
      config('[user]\nuseConfigOnly = true\n')
      expect(await computer.check('identity')).toMatchObject({ finding: 'no-email' })
      expect(await computer.planned()).not.toContain('git-identity')
    })
  })

  describe('before a plan', () => {
    it('replaces name and email together, and only on request', async () => {
      config('[user]\nname = Other\nemail = other@example.org\n')
      const changes = await computer.changes()
      expect(changes.find(({ id }) => id === 'git-identity')).toMatchObject({
        optional: 'replaces',
        lines: [
          { before: 'user.name = Other', after: 'user.name = Maya Lindqvist' },
          { before: 'user.email = other@example.org', after: `user.email = ${email}` },
        ],
      })
    })

    it('replaces another author’s email that git prefers', async () => {
      config(`${me}[author]\nemail = other@example.org\n`)
      const changes = await computer.changes()
      expect(changes.find(({ id }) => id === 'git-identity')?.lines).toContainEqual({
        before: 'author.email = other@example.org',
        after: `author.email = ${email}`,
      })
    })

    it('sets a global identity only on request if there are several accounts', async () => {
      computer.account.hasOthers = true
      const changes = await computer.changes()
      computer.account.hasOthers = false
      expect(changes.find(({ id }) => id === 'git-identity')).toMatchObject({
        optional: 'other-accounts',
      })
    })

    it('prefers the user’s own key, and uses one for another host only on request', async () => {
      config(me)
      const names = ['-C', 'deploy@github.com', '-f', computer.path('.ssh/github')]
      computer.run('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', ...names])
      await computer.changes()
      expect(await computer.keys()).toMatchObject([
        { name: '~/.ssh/id_ed25519.pub' },
        { name: '~/.ssh/github.pub', purpose: { kind: 'host', name: 'GitHub' } },
      ])
      rmSync(sshKey())
      rmSync(`${sshKey()}.pub`)
      const optional = async (key?: string) =>
        Object.fromEntries((await computer.changes(key)).map((one) => [one.id, one.optional]))
      expect(await optional()).toMatchObject({
        'add-to-account': 'other-purpose',
        'git-signing': 'other-purpose',
      })
      const [{ fingerprint }] = (await computer.keys()) as [SetupKey]
      expect((await optional(fingerprint))['git-signing']).toBeUndefined()
    })

    it('offers a key of an account on another instance only on request, and none of the same instance', async () => {
      config(me)
      const { url, tokens } = computer.sandbox
      const gitlab = await signedIn(url, tokens.admin)
      const { username } = await gitlab.call(user.get, {})
      const key = computer.read('.ssh/id_ed25519.pub')
      const added = await gitlab.call(sshKeys.add, { title: 'Work', key })
      const other = { instance: 'https://other.example', username, gitlab }
      computer.signedInAccounts.push(other)
      const changes = await computer.changes()
      expect((await computer.keys())[0]?.purpose).toEqual({
        ...{ kind: 'account', username, instance: other.instance },
      })
      expect(changes.find(({ id }) => id === 'add-to-account')?.optional).toBe('other-purpose')
      // GitLab accepts a key on one account only.
      other.instance = url
      await computer.changes()
      expect(await computer.keys()).toEqual([])
      const { keys } = await computer.identities.choices(computer.gitlab)
      expect(keys).toEqual([])
      computer.signedInAccounts.pop()
      await gitlab.call(sshKeys.remove, { key_id: added.id })
    })

    it.each(['', '[gpg]\nformat = ssh\n'])(
      'doesn’t enable signing with a key that can’t sign, and keeps the settings: %j',
      async (format) => {
        config(me + format)
        rmSync(sshKey())
        computer.run('ssh-keygen', [
          '-q',
          '-a',
          '1',
          '-N',
          'secret',
          '-t',
          'ed25519',
          '-f',
          sshKey(),
        ])
        const results = await computer.applyAll()
        expect(results.find(({ id }) => id === 'git-signing')).toMatchObject({
          outcome: 'failed',
          message: expect.stringMatching(/^Git can’t sign commits with these settings: /),
        })
        expect(computer.read('.gitconfig')).toBe(me + format)
      },
    )

    it('doesn’t enable signing with a GPG key that gpg doesn’t have', async () => {
      config(`${me}signingkey = 0123456789ABCDEF\n`)
      expect(await computer.planned()).not.toContain('git-signing')
    })

    it('leaves key selection to the program that Git is configured to run', async () => {
      config(
        `${me}[gpg]\nformat = ssh\n[commit]\ngpgsign = true\n[gpg "ssh"]\ndefaultKeyCommand = false\n`,
      )
      expect(await computer.check('signing')).toMatchObject({ finding: 'signing-fails' })
      expect(await computer.planned()).not.toContain('git-signing')
    })
  })

  describe('of signed commits', () => {
    it('accepts signatures that this computer can’t verify', async () => {
      config(`${me}[gpg]\nformat = ssh\n[commit]\ngpgsign = true\n`)
      computer.run('git', ['config', '--global', 'user.signingkey', sshKey()])
      expect(await computer.check('signing')).toMatchObject({
        finding: 'signing-works-unverified',
        values: { said: expect.stringContaining('gpg.ssh.allowedSignersFile') },
      })
    })

    it('tests the signature even if Git has an email only in some folders', async () => {
      config('[user]\nuseConfigOnly = true\n[gpg]\nformat = ssh\n[commit]\ngpgsign = true\n')
      computer.run('git', ['config', '--global', 'user.signingkey', sshKey()])
      expect(await computer.check('signing')).toMatchObject({ finding: 'signing-works-unverified' })
    })

    it("accepts a signature made with an SSH certificate, and doesn't plan another key", async () => {
      computer.run('ssh-keygen', [
        '-q',
        '-N',
        '',
        '-t',
        'ed25519',
        '-f',
        computer.path('authority'),
      ])
      const options = ['-q', '-s', computer.path('authority'), '-I', 'maya', '-n', 'maya']
      computer.run('ssh-keygen', [...options, `${sshKey()}.pub`])
      config(`${me}[gpg]\nformat = ssh\n[commit]\ngpgsign = true\n`)
      const certificate = `${sshKey()}-cert.pub`
      computer.run('git', ['config', '--global', 'user.signingkey', certificate])
      expect(await computer.check('signing')).toMatchObject({ finding: 'signing-works-unverified' })
      expect(await computer.planned()).not.toContain('git-signing')
    })

    it("uses the key returned by Git's key command", async () => {
      await computer.addKeyToAccount('auth_and_signing')
      config(`${me}[gpg]\nformat = ssh\n[commit]\ngpgsign = true\n`)
      const command = `sh -c 'echo key::$(cat ${sshKey()}.pub)'`
      computer.run('git', ['config', '--global', 'gpg.ssh.defaultKeyCommand', command])
      computer.run('git', ['config', '--global', 'gpg.ssh.program', signer()])
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-works-unverified',
        'signing-key': 'signing-key-on-account',
      })
      await computer.removeKeysOfAccount()
    })

    /** A program that signs with the private key for a public key, like an agent. */
    function signer(): string {
      const path = computer.path('sign')
      const script = `#!/bin/sh\nfor last; do :; done\nexec ssh-keygen -Y sign -n git -f ${sshKey()} "$last"\n`
      writeFileSync(path, script, { mode: 0o755 })
      return path
    }
  })

  describe('of a GPG key', () => {
    let gpg: GpgHome
    let fingerprint: string
    beforeAll(async () => {
      gpg = tempGpgHome()
      computer.environment.GNUPGHOME = gpg.path
      fingerprint = gpg.generate(`Maya (work) <${email}>`)
      await computer.gitlab.call(gpgKeys.add, { key: gpg.exported(fingerprint) })
    })
    afterAll(() => gpg.remove())

    const gpgConfig = (key = '') => config(`${me}${key}[commit]\ngpgsign = true\n`)
    const spaced = () => fingerprint.replace(/.{4}/g, '$& ').trim()

    it("reports when no gpg key matches Git's user name, and plans to set a fingerprint", async () => {
      gpgConfig()
      expect(await computer.check('signing')).toMatchObject({
        finding: 'gpg-key-missing',
        values: { name: `Maya <${email}>` },
      })
      const results = await computer.applyAll()
      expect(results.find(({ id }) => id === 'git-signing')).toMatchObject({ outcome: 'done' })
      expect(computer.read('.gitconfig')).toContain(fingerprint)
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-on',
        'signing-key': 'signing-key-on-account',
      })
    })

    it.each([
      ['has expired', ['ed25519', 'sign', 'seconds=1']],
      ['only certifies', ['ed25519', 'cert', 'never']],
    ])('reports no gpg key if the only one with the name %s', async (state, options) => {
      const name = `One that ${state} <maya@example.com>`
      gpg.generate(name, ...options)
      await expect
        .poll(async () => {
          config(`${me}signingkey = ${name}\n[commit]\ngpgsign = true\n`)
          return (await computer.check('signing')).finding
        })
        .toBe('gpg-key-missing')
    })

    it.each([
      ['a spaced fingerprint', () => spaced()],
      ['an email in brackets', () => `<${email}>`],
      ['part of a name', () => 'Maya (work)'],
      ['the end of a fingerprint', () => `0x${fingerprint.slice(-16)}`],
    ])('finds it by %s', async (_, key) => {
      gpgConfig(`signingkey = ${key()}\n`)
      expect(await computer.findings(['signing', 'signing-key'])).toEqual({
        signing: 'signing-on',
        'signing-key': 'signing-key-on-account',
      })
    })

    it('compares the subkey that signs with the account’s copy', async () => {
      gpgConfig(`signingkey = ${fingerprint}\n`)
      gpg.gpg('--quick-add-key', fingerprint, 'ed25519', 'sign', 'never')
      expect(await computer.check('signing-key')).toMatchObject({
        finding: 'signing-key-outdated',
        values: { title: `Maya (work) <${email}>` },
      })
      gpgConfig(`signingkey = ${fingerprint}!\n`)
      expect(await computer.check('signing-key')).toMatchObject({
        finding: 'signing-key-on-account',
      })
      config(
        `[user]\nname = Maya\nemail = x@y.z\nsigningkey = ${fingerprint}!\n[commit]\ngpgsign = true\n`,
      )
      expect(await computer.check('signing-key')).toMatchObject({
        finding: 'signing-key-without-email',
        values: { email: 'x@y.z' },
      })
    })
  })

  describe('of the SSH key', () => {
    it('uses the public key embedded in a private key without a .pub file', async () => {
      rmSync(`${sshKey()}.pub`)
      expect(await computer.check('ssh-key')).toMatchObject({
        finding: 'key-found',
        values: { file: '~/.ssh/id_ed25519' },
      })
      expect(await computer.planned()).not.toContain('create-key')
    })

    it('proposes the key that ssh offers, and not another one that only looks better', async () => {
      rmSync(sshKey())
      const other = computer.path('.ssh/a_key')
      computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other])
      const offered = computer.path('.ssh/named')
      computer.run('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', offered])
      computer.sshLines = [`IdentityFile ${offered}`]
      computer.restart()
      expect((await computer.check('ssh-key')).values.file).toBe('~/.ssh/named.pub')
      computer.sshLines = []
      computer.restart()
    })

    it('reports a key that neither ssh’s configuration nor an agent offers', async () => {
      rmSync(sshKey())
      rmSync(`${sshKey()}.pub`)
      const key = computer.path('.ssh/named')
      computer.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
      expect(await computer.check('agent')).toMatchObject({
        finding: 'key-not-tried',
        values: { file: '~/.ssh/named', host: '127.0.0.1' },
      })
      await computer.startAgent()
      computer.run('ssh-add', ['-q', key])
      expect((await computer.check('agent')).finding).not.toBe('key-not-tried')
      delete computer.environment.SSH_AUTH_SOCK
      computer.sshLines = [`IdentityFile ${key}`]
      computer.restart()
      expect((await computer.check('agent')).finding).toBe('agent-not-needed')
      computer.sshLines = []
      computer.restart()
    })

    it("doesn't plan a key if its file name is in use", async () => {
      rmSync(`${sshKey()}.pub`)
      rmSync(sshKey())
      computer.run('ssh-keygen', ['-q', '-N', '', '-m', 'PEM', '-t', 'ecdsa', '-f', sshKey()])
      rmSync(`${sshKey()}.pub`)
      expect(await computer.check('ssh-key')).toMatchObject({
        finding: 'key-without-public',
        values: { file: '~/.ssh/id_ed25519' },
      })
      const plan = await computer.planned()
      for (const id of ['create-key', 'add-to-account', 'git-signing'])
        expect(plan).not.toContain(id)
    })

    it('removes the access of others, and permission to execute, as WSL gives it', async () => {
      chmodSync(sshKey(), 0o777)
      chmodSync(computer.path('.ssh'), 0o777)
      await computer.applyAll()
      const modeOf = (path: string) => statSync(path).mode & 0o777
      expect([modeOf(sshKey()), modeOf(computer.path('.ssh'))]).toEqual([0o600, 0o755])
    })

    it('keeps the permissions of a PuTTY file', async () => {
      const text = 'PuTTY-User-Key-File-3: ssh-ed25519\n'
      writeFileSync(computer.path('.ssh/work.ppk'), text, { mode: 0o644 })
      expect(await computer.check('ssh-key')).toMatchObject({ finding: 'key-found' })
    })
  })
})
