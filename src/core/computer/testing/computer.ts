// A simulated computer for tests: a home folder, an agent, and a GitLab with an OpenSSH server that accepts the
// account's keys.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import type {
  Check,
  CheckResult,
  ChangeResult,
  SetupChange,
  SetupKey,
  UndoneChange,
} from '../../../shared/operations/setup.ts'
import { checks } from '../../../shared/rules/setup-checks.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { memoryFile } from '../../platform/files/memory-file.ts'
import { allSshKeys } from '../../gitlab/account-ssh-keys.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { GpgKeys, ownGpgKeys } from '../../features/keys/gpg.ts'
import { GpgProgram } from '../../features/keys/gpg/gpg-program.ts'
import { SshKeys } from '../../features/keys/ssh.ts'
import { signedIn } from '../../features/keys/ssh/testing/account-service.ts'
import { ChangeSets, RecordedChanges } from '../changes/recorded-changes.ts'
import { addToAgent } from '../changes/make-key.ts'
import type { ImportKey } from '../changes/planned-change.ts'
import type { ComputerFacts } from '../computer-facts.ts'
import { Identities } from '../identities/identities.ts'
import { KnownAccounts, KnownAccountsFile } from '../repositories/account-facts.ts'
import { NewSshKeys } from '../new-ssh-key.ts'
import { PrivateKeys } from '../private-keys.ts'
import { FoldersFile, Repositories } from '../repositories/repositories.ts'
import { Setup } from '../setup.ts'
import { Survey, type SurveyOptions } from '../survey/survey.ts'
import type { BreakableComputer } from './faults.ts'
import { type SshServer, startSshServer } from './ssh-server.ts'

/** The check results on a fully set up computer. */
export const passingFindings = {
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

export class TestComputer implements BreakableComputer {
  readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-computer-'))
  readonly home = join(this.folder, 'home')
  readonly environment: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: this.home }
  readonly sandbox: Sandbox
  readonly server: SshServer
  readonly gitlab: GitLabClient
  /** How far ahead this computer's clock is, in ms. */
  ahead = 0
  account: { baseUrl: string; username: string; hasOthers: boolean }
  /** The signed-in accounts. */
  signedInAccounts: { instance: string; username: string; gitlab: GitLabClient }[]
  setup: Setup
  identities!: Identities
  repositories!: Repositories
  newSshKeys!: NewSshKeys
  privateKeys!: PrivateKeys
  localKeys!: SshKeys
  recordedChanges!: RecordedChanges
  /** Whether the account's token can make changes. */
  canWrite: boolean | undefined
  /** The account's requests: method and path. */
  readonly requests: string[]
  /** How often all of `~/.ssh` was read. */
  scans = 0
  /** Additional lines of the ssh configuration. */
  sshLines: string[] = []
  #agent: ChildProcess | undefined
  #run = 0

  static async start(): Promise<TestComputer> {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    const server = await startSshServer('Welcome to GitLab, @maya.lindqvist!')
    const requests: string[] = []
    const send = createNodeFetch()
    const fetch: typeof send = (input, init) => {
      const { method, url } = new Request(input, init)
      requests.push(`${method} ${new URL(url).pathname}`)
      return send(input, init)
    }
    const gitlab = await signedIn(sandbox.url, sandbox.tokens.user, fetch)
    return new TestComputer(sandbox, server, gitlab, requests)
  }

  private constructor(
    sandbox: Sandbox,
    server: SshServer,
    gitlab: GitLabClient,
    requests: string[],
  ) {
    this.requests = requests
    this.sandbox = sandbox
    this.server = server
    this.gitlab = gitlab
    this.account = { baseUrl: sandbox.url, username: 'maya.lindqvist', hasOthers: false }
    this.signedInAccounts = [{ instance: sandbox.url, username: 'maya.lindqvist', gitlab: gitlab }]
    mkdirSync(this.home)
    this.setup = this.restart()
  }

  path = (name: string): string => join(this.home, name)

  /** Saves the current home folder for `reset`. */
  keep(): void {
    cpSync(this.home, join(this.folder, 'kept'), { recursive: true })
  }

  /** Restores the saved home folder. */
  restoreHome(): void {
    rmSync(this.home, { recursive: true, force: true })
    cpSync(join(this.folder, 'kept'), this.home, { recursive: true, preserveTimestamps: true })
  }

  /** Restores the saved home folder, with its key in the agent and on the account. */
  async reset(passphrase: string): Promise<void> {
    this.restoreHome()
    this.restorePrograms()
    this.ahead = 0
    await this.removeKeysOfAccount()
    await this.addKeyToAccount('auth_and_signing')
    await this.acceptKey()
    this.run('ssh-add', ['-D'])
    await this.unlock(passphrase)
  }

  /** Simulates a restart of Latchkey. */
  restart(): Setup {
    const log = () => undefined
    const document = jsonFile(join(this.folder, 'setup-changes.json'), ChangeSets, log)
    const keys = new SshKeys({
      home: this.home,
      hostName: 'laptop',
      now: currentTime,
      beside: (id) => ({
        accounts: this.signedInAccounts
          .filter(({ gitlab }) => gitlab.account !== id)
          .map(({ gitlab, username, instance }) => ({
            ...{ cached: gitlab, username, instance, isSameUser: false },
          })),
        ignored: new Set(),
      }),
    })
    const survey = this.#surveyPorts(keys)
    const changes = new RecordedChanges(document, currentTime)
    this.localKeys = keys
    this.recordedChanges = changes
    const importKey: ImportKey = (gitlab, key, title, options) =>
      keys.add(gitlab, key, title, options)
    this.setup = new Setup({
      survey,
      changes,
      importKey,
      accountOf: () => this.account,
      signedInAccounts: () => this.signedInAccounts,
    })
    const surveyOf = (gitlab: GitLabClient, facts?: ComputerFacts) => {
      const other = this.signedInAccounts.slice(1).find((account) => account.gitlab === gitlab)
      const account = other
        ? { baseUrl: other.instance, username: other.username, hasOthers: true }
        : this.account
      return new Survey(survey, gitlab, { ...account, hasNewKey: false }, facts)
    }
    this.identities = new Identities({
      home: this.home,
      environment: this.environment,
      changes,
      importKey,
      signedInAccounts: () => this.signedInAccounts,
      survey: surveyOf,
    })
    this.newSshKeys = new NewSshKeys({
      changes,
      importKey,
      surveyOf,
      canWrite: () => this.canWrite,
    })
    this.privateKeys = new PrivateKeys({
      home: this.home,
      environment: this.environment,
      asksAgents: true,
      changes,
      scanKeys: survey.scanKeys,
    })
    this.repositories = new Repositories({
      survey,
      folders: memoryFile(FoldersFile),
      onlyHome: false,
      signedInAccounts: () =>
        this.signedInAccounts.map((account) => ({ ...account, id: account.gitlab.account })),
      knownAccounts: new KnownAccounts(
        jsonFile(join(this.folder, 'known-accounts.json'), KnownAccountsFile, log),
      ),
      identities: this.identities,
      surveyOf,
    })
    return this.setup
  }

  /** Undoes the latest changes, as if Latchkey had been restarted. */
  undoLast(): Promise<UndoneChange[]> {
    const setup = this.restart()
    return setup.undo(setup.history()[0]!.id)
  }

  #surveyPorts(keys: SshKeys): SurveyOptions {
    const { environment, home } = this
    // OpenSSH gets the home folder from the system, so its files are specified explicitly.
    const identities = ['id_ed25519', 'id_rsa'].map(
      (name) => `IdentityFile ${join(home, '.ssh', name)}`,
    )
    const aliases = `Include ${join(home, '.ssh', 'latchkey', '*.conf')}`
    const lines = [...identities, ...this.sshLines, 'Host *', aliases]
    const configFile = this.server.config(lines, join(home, '.ssh', 'known_hosts'))
    return {
      home,
      environment,
      ssh: { environment, localUser: 'somebody', configFile },
      asksAgents: true,
      now: () => currentTime() + this.ahead,
      fetch: createNodeFetch(),
      scanKeys: () => {
        this.scans += 1
        return keys.scanFiles()
      },
      readKey: (file) => keys.readPair(file),
      signedInAccounts: () => this.signedInAccounts,
      findOtherAccount: async ({ account }) => {
        const find = await keys.otherAccountsWithKey(account)
        return (publicKey) => {
          const [id] = find(publicKey)
          const other = this.signedInAccounts.find(({ gitlab }) => gitlab.account === id)
          return other && { instance: other.instance, username: other.username }
        }
      },
      gpgKeys: async (gitlab) => {
        const { environment } = this
        const gpg = new GpgProgram({ environment })
        const keys = new GpgKeys({ gpg, now: currentTime })
        await keys.scan()
        return keys.list(ownGpgKeys(gitlab))
      },
      findGpgSigningKey: (name, program) =>
        new GpgProgram({ environment, program }).findSigningKey(name),
    }
  }

  async startAgent(): Promise<void> {
    const socket = join(this.folder, 'agent')
    this.#agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' })
    this.environment.SSH_AUTH_SOCK = socket
    await vi.waitFor(() => this.run('ssh-add', ['-D']))
  }

  run(program: string, args: readonly string[], folder = this.home): string {
    const options = { env: this.environment, cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync(program, args, options)
  }

  replaceProgram(name: string, script: (original: string) => string): void {
    const original = this.run('which', [name]).trim()
    const bin = join(this.folder, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\n${script(original)}\n`, { mode: 0o755 })
    this.environment.PATH = `${bin}:${process.env.PATH}`
  }

  restorePrograms(): void {
    rmSync(join(this.folder, 'bin'), { recursive: true, force: true })
    this.environment.PATH = process.env.PATH
  }

  /** Records the arguments and the environment of programs. */
  record(programs: readonly string[]): void {
    for (const name of programs) {
      const file = join(this.folder, 'recorded')
      this.replaceProgram(
        name,
        (original) => `{ echo "$0 $*"; env; } >> ${file}\nexec ${original} "$@"`,
      )
    }
  }

  recorded(): string {
    return readFileSync(join(this.folder, 'recorded'), 'utf8')
  }

  /** Makes the server accept the account's keys. */
  async acceptKey(): Promise<void> {
    const keys = await allSshKeys(this.gitlab)
    this.server.authorize(keys.map(({ key }) => `${key}\n`).join(''))
  }

  async removeKeysOfAccount(): Promise<void> {
    for (const { id } of await allSshKeys(this.gitlab)) {
      await this.gitlab.call(sshKeys.remove, { key_id: id })
    }
  }

  /** Adds the created key. */
  async addKeyToAccount(usage: 'auth' | 'auth_and_signing'): Promise<void> {
    const key = this.read('.ssh/id_ed25519.pub')
    await this.gitlab.call(sshKeys.add, { title: 'Laptop', key, usage_type: usage })
  }

  async check(check: Check): Promise<CheckResult> {
    return this.setup.check(this.gitlab, { check, run: (this.#run += 1) })
  }

  /** Runs the checks and returns their findings. */
  async findings(checksToRun: readonly Check[] = checks): Promise<Record<string, string>> {
    await this.acceptKey()
    const run = (this.#run += 1)
    const results = await Promise.all(
      checksToRun.map((check) => this.setup.check(this.gitlab, { check, run })),
    )
    return Object.fromEntries(results.map(({ check, finding }) => [check, finding]))
  }

  /** The planned changes. */
  changes(key?: string): Promise<SetupChange[]> {
    return this.setup.plan(this.gitlab, { run: (this.#run += 1), key })
  }

  keys(): Promise<SetupKey[]> {
    return this.setup.keys(this.gitlab, this.#run)
  }

  async planned(): Promise<string[]> {
    return (await this.changes()).map(({ id }) => id)
  }

  /** Applies all changes, using the key with this fingerprint or else the most useful one. */
  async applyAll(passphrase?: string, key?: string): Promise<ChangeResult[]> {
    const changes = (await this.changes(key)).map(({ id }) => id)
    return this.setup.apply(this.gitlab, { run: this.#run, changes, passphrase })
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  unlock(passphrase: string): Promise<void> {
    return addToAgent({
      environment: this.environment,
      path: this.path('.ssh/id_ed25519'),
      passphrase,
    })
  }

  async stop(): Promise<void> {
    this.#agent?.kill()
    await this.server.stop()
    await this.sandbox.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
