// A home with two accounts on one instance, three clones, an `includeIf`, an SSH host alias and a GPG key.
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { RepositoryIdentity, RepositoryScan } from '../../../shared/operations/repositories.ts'
import { allSshKeys } from '../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import { GpgProgram } from '../../features/keys/gpg/gpg-program.ts'
import { aDayAgo } from '../../features/keys/gpg/testing/gpg-home.ts'
import { signedIn } from '../../features/keys/ssh/testing/account-service.ts'
import { printIdentity } from '../repositories/whoami.ts'
import { TestComputer } from './computer.ts'

/** The email of the first account. */
export const maya = 'maya.lindqvist@example.com'

export const globalConfig = [
  '[user]',
  '\tname = Maya Lindqvist',
  '\temail = maya@home.example',
  '[includeIf "gitdir:~/work/"]',
  '\tpath = ~/.gitconfig-work',
  '',
].join('\n')

const workConfig = [
  '[user]',
  `\temail = ${maya}`,
  '\tsigningkey = ~/.ssh/id_work.pub',
  '[gpg]',
  '\tformat = ssh',
  '[gpg "ssh"]',
  '\tallowedSignersFile = ~/.ssh/allowed_signers',
  '[commit]',
  '\tgpgsign = true',
  '',
].join('\n')

export class TwoAccounts {
  readonly computer: TestComputer
  readonly second: GitLabClient
  readonly secondEmail: string
  #gpgFingerprint = ''
  #scanned: unknown

  static async start(): Promise<TwoAccounts> {
    const computer = await TestComputer.start()
    const second = await signedIn(computer.sandbox.url, computer.sandbox.tokens.admin)
    const { username, email } = await second.call(user.get, {})
    computer.signedInAccounts.push({ instance: computer.sandbox.url, username, gitlab: second })
    computer.account.hasOthers = true
    const home = new TwoAccounts(computer, second, email!)
    await home.#prepare()
    computer.keep()
    return home
  }

  private constructor(computer: TestComputer, second: GitLabClient, secondEmail: string) {
    this.computer = computer
    this.second = second
    this.secondEmail = secondEmail
  }

  async #prepare(): Promise<void> {
    const { computer, second, secondEmail } = this
    mkdirSync(computer.path('.ssh'), { mode: 0o700 })
    for (const name of ['id_work', 'id_second', 'id_stray']) {
      const options = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f']
      computer.run('ssh-keygen', [...options, computer.path(`.ssh/${name}`)])
    }
    await this.addKey(computer.gitlab, 'id_work', 'auth_and_signing')
    await this.addKey(second, 'id_second', 'auth')
    this.#gpgFingerprint = this.#generateGpgKey(`Maya Lindqvist <${maya}>`)
    const key = computer.run('gpg', ['--armor', '--export', this.#gpgFingerprint])
    await computer.gitlab.call(gpgKeys.add, { key })
    await computer.gitlab.call(emails.add, { email: 'maya@unconfirmed.example' })
    computer.sshLines = [
      `IdentityFile ${computer.path('.ssh/id_work')}`,
      'Host gitlab-second',
      '  HostName 127.0.0.1',
      `  IdentityFile ${computer.path('.ssh/id_second')}`,
      '  IdentitiesOnly yes',
    ]
    writeFileSync(computer.path('.gitconfig'), globalConfig)
    writeFileSync(computer.path('.gitconfig-work'), workConfig)
    const signers = [
      [maya, 'id_work'],
      [secondEmail, 'id_second'],
      [maya, 'id_stray'],
    ].map(([email, name]) => `${email} ${computer.read(`.ssh/${name}.pub`)}`)
    writeFileSync(computer.path('.ssh/allowed_signers'), signers.join(''))
    this.clone('work/one', 'git@127.0.0.1:group/one.git')
    this.clone('private/two', 'git@gitlab-second:group/two.git')
    this.clone('other/three', `${computer.sandbox.url}/group/three.git`)
  }

  #generateGpgKey(userId: string): string {
    const { computer } = this
    mkdirSync(computer.path('.gnupg'), { mode: 0o700 })
    const quiet = ['--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', '']
    const generate = ['--quick-generate-key', userId, 'ed25519', 'sign', 'never']
    computer.run('gpg', [...quiet, ...aDayAgo(), ...generate])
    const list = computer.run('gpg', ['--with-colons', '--list-keys', userId])
    return /^fpr:+([0-9A-F]+):/m.exec(list)![1]!
  }

  /** Restores the initial state and restarts Latchkey. */
  reset(): void {
    this.computer.restoreHome()
    rmSync(join(this.computer.folder, 'setup-changes.json'), { force: true })
    this.computer.restart()
  }

  async stop(): Promise<void> {
    this.computer.run('gpgconf', ['--kill', 'all'])
    await this.computer.stop()
  }

  addKey = (gitlab: GitLabClient, name: string, usage: 'auth' | 'auth_and_signing') => {
    const key = this.computer.read(`.ssh/${name}.pub`)
    return gitlab.call(sshKeys.add, { title: name, key, usage_type: usage })
  }

  git = (name: string, ...args: string[]): string =>
    this.computer.run('git', args, this.computer.path(name))

  clone = (name: string, remote: string): void => {
    const empty = join(this.computer.folder, 'empty')
    // Without example hooks, of which each reset would copy a dozen.
    if (!existsSync(empty)) this.computer.run('git', ['init', '-q', '--template=', empty])
    cpSync(empty, this.computer.path(name), { recursive: true })
    appendFileSync(
      this.computer.path(`${name}/.git/config`),
      `[remote "origin"]\n\turl = ${configValue(remote)}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
    )
  }

  /** Adds settings to a clone, which override those it has. */
  configure = (name: string, settings: Record<string, string>): void => {
    const lines = Object.entries(settings).map(([setting, value]) => {
      const [, section, sub, key] = /^([^.]+)(?:\.(.+))?\.([^.]+)$/.exec(setting)!
      const header = sub === undefined ? section : `${section} ${JSON.stringify(sub)}`
      return `[${header}]\n\t${key} = ${configValue(value)}\n`
    })
    appendFileSync(this.computer.path(`${name}/.git/config`), lines.join(''))
  }

  scan = (folder = '~'): Promise<RepositoryScan> => {
    const { repositories } = this.computer
    this.#scanned = repositories
    return repositories.scan([folder], () => undefined)
  }

  /** Scans the home folder unless that was done since the last restart. */
  ensureScanned = async (): Promise<void> => {
    if (this.#scanned !== this.computer.repositories) await this.scan()
  }

  /** What Latchkey reports about a clone. */
  identityOf = async (name: string): Promise<RepositoryIdentity> => {
    const { repositories } = this.computer
    const read = () => repositories.identities([`~/${name}`])
    if (this.#scanned === repositories) {
      const [identity] = await read()
      if (identity!.problem !== 'gone') return identity!
    }
    await this.scan(`~/${name}`)
    this.#scanned = undefined
    return (await read())[0]!
  }

  /** The same for several, which are read together. */
  identitiesOf = async (...names: string[]): Promise<RepositoryIdentity[]> => {
    await this.scan()
    return this.computer.repositories.identities(names.map((name) => `~/${name}`))
  }

  /** Creates a commit in a clone; returns its author, its signing key, and whether the instance would verify it. */
  commit = async (name: string) => {
    this.git(name, 'commit', '-q', '--allow-empty', '-m', 'Test')
    // As for git-verify-commit(1), which would check the signature again.
    const format = '--format=%G?%n%an%n%ae%n%ce%n%GF'
    const [status, author, email, committer = '', key] = this.git(name, 'log', '-1', format)
      .trim()
      .split('\n')
    const isVerified = status === 'G' && (await this.#ownerEmails(key)).includes(committer)
    return { author, email, key, isVerified }
  }

  /** Runs `latchkey whoami` in a folder, with these variables in the terminal. */
  async whoami(
    folder: string,
    { variables = {}, isJson = false }: { variables?: NodeJS.ProcessEnv; isJson?: boolean } = {},
  ): Promise<{ code: number; said: string }> {
    const { computer } = this
    const environment = { ...computer.environment, ...variables }
    const lines: string[] = []
    const code = await printIdentity({
      folder: computer.path(folder),
      isJson,
      survey: {
        home: computer.home,
        environment,
        ssh: {
          environment,
          localUser: 'somebody',
          configFile: join(computer.server.folder, 'config'),
        },
        asksAgents: true,
        now: currentTime,
        findGpgSigningKey: (name, program) =>
          new GpgProgram({ environment, program }).findSigningKey(name),
      },
      accountsFile: join(computer.folder, 'known-accounts.json'),
      print: (line) => lines.push(line),
    })
    return { code, said: lines.join('\n') }
  }

  async #ownerEmails(fingerprint: string | undefined): Promise<string[]> {
    const first = this.computer.gitlab
    if (fingerprint === this.#gpgFingerprint) return [maya]
    const owners = await Promise.all(
      [first, this.second].map(async (gitlab) => {
        const keys = await allSshKeys(gitlab)
        const isOwn = keys.some(
          ({ key, usage_type: usage }) =>
            usage !== 'auth' && readPublicKeys(key).keys[0]!.fingerprint === fingerprint,
        )
        return isOwn ? [gitlab === first ? maya : this.secondEmail] : []
      }),
    )
    return owners.flat()
  }
}

/** A value as git writes it. A list asks git about repositories with quoted values. */
function configValue(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
  return /^\s|\s$|[#;]/.test(value) || value === '' ? `"${escaped}"` : escaped
}
