import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentName, demoFolder } from '../platform/files/own-files.ts'
import { runProgram } from '../platform/run-program.ts'
import type { Accounts } from './accounts.ts'

/** The files and programs that Latchkey uses: the user's real ones, or a made-up set for the demo. */
export interface Computer {
  home: string
  environment: NodeJS.ProcessEnv
  /** Replaces the user's and the system's SSH configuration. */
  sshConfig?: string
  /** Whether SSH agents on this computer may be queried. */
  asksAgents: boolean
  /** The file in the data folder that records the changes made on this computer. */
  changesFile: DocumentName
  /** The file listing the folders to search for repositories. */
  foldersFile: DocumentName
  /** The file with account data for `whoami`. */
  knownAccountsFile: DocumentName
  /** Whether reading is limited to the home folder. */
  onlyHome: boolean
}

/** Relative to the data folder. */
export const knownAccountsFile = 'known-accounts.json'

/** Each account's computer. The demo never touches the user's files, configuration, or agents. */
export class Computers {
  readonly #own: Computer
  readonly #demo: Computer
  readonly #demoFolder: string
  readonly #accounts: Pick<Accounts, 'account'>

  constructor(
    { home, dataFolder }: { home: string; dataFolder: string },
    accounts: Pick<Accounts, 'account'>,
  ) {
    this.#accounts = accounts
    this.#demoFolder = join(dataFolder, demoFolder)
    const environment = { ...process.env, HOME: home }
    this.#own = {
      home,
      environment,
      asksAgents: true,
      changesFile: 'setup-changes.json',
      foldersFile: 'repository-folders.json',
      knownAccountsFile,
      onlyHome: false,
    }
    const demoHome = join(this.#demoFolder, 'home')
    this.#demo = {
      home: demoHome,
      environment: {
        PATH: process.env.PATH ?? process.env.Path,
        LANG: process.env.LANG,
        SystemRoot: process.env.SystemRoot,
        PATHEXT: process.env.PATHEXT,
        HOME: demoHome,
        USERPROFILE: demoHome,
        XDG_CONFIG_HOME: join(demoHome, '.config'),
        GNUPGHOME: join(demoHome, '.gnupg'),
        GIT_CONFIG_NOSYSTEM: '1',
      },
      sshConfig: join(demoHome, '.ssh', 'config'),
      asksAgents: false,
      changesFile: `${demoFolder}/setup-changes.json`,
      foldersFile: `${demoFolder}/repository-folders.json`,
      knownAccountsFile: `${demoFolder}/${knownAccountsFile}`,
      onlyHome: true,
    }
  }

  get all(): readonly Computer[] {
    return [this.#own, this.#demo]
  }

  /** Without an account, returns the user's own computer. */
  of(account: string | undefined): Computer {
    return account !== undefined && this.#accounts.account(account).demo ? this.#demo : this.#own
  }

  /** Creates the demo's home folder with two keys and a Git configuration. */
  async createDemo(): Promise<void> {
    this.removeDemo()
    const { home, environment, sshConfig } = this.#demo
    const ssh = join(home, '.ssh')
    mkdirSync(ssh, { recursive: true, mode: 0o700 })
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Maya Lindqvist\n')
    writeFileSync(
      sshConfig!,
      [
        `UserKnownHostsFile "${join(ssh, 'known_hosts')}"`,
        'GlobalKnownHostsFile none',
        'IdentityAgent none',
        `IdentityFile "${join(ssh, 'id_ed25519')}"`,
        // Nothing listens on this port, so the demo can't reach a server.
        'Port 1',
        '',
      ].join('\n'),
    )
    const keys = ['id_ed25519', 'id_ed25519_old_laptop']
    for (const name of keys) {
      const path = join(ssh, name)
      const args = ['-q', '-t', 'ed25519', '-N', '', '-C', `maya@demo ${name}`, '-f', path]
      await runProgram('ssh-keygen', args, { environment, timeMs: 10_000 })
    }
  }

  removeDemo(): void {
    rmSync(this.#demoFolder, { recursive: true, force: true })
  }
}

/** Creates a value per computer, on first use. */
export function forEachComputer<T>(create: (computer: Computer) => T): (computer: Computer) => T {
  const values = new Map<Computer, T>()
  return (computer) => {
    const existing = values.get(computer)
    if (existing !== undefined) return existing
    const value = create(computer)
    values.set(computer, value)
    return value
  }
}
