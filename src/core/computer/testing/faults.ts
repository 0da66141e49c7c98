// Faults on a fully set up computer, to test that each is found, and fixed if possible.
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../../../shared/operations/setup.ts'
import type { Finding } from '../../../shared/rules/setup-checks.ts'

/** A computer with a temporary home folder, for which a key was created and everything was set up. */
export interface BreakableComputer {
  /** A folder next to the home folder. */
  folder: string
  path(name: string): string
  run(program: string, args: readonly string[]): string
  /** Replaces a program with a shell script, which gets the path of the original. */
  replaceProgram(name: string, script: (original: string) => string): void
  removeKeysOfAccount(): Promise<void>
  addKeyToAccount(usage: 'auth' | 'auth_and_signing'): Promise<void>
}

export interface Fault {
  name: string
  cause(computer: BreakableComputer): unknown
  /** The expected findings. */
  findings: Partial<Record<Check, Finding>>
  /** The changes that fix it; empty if none do. */
  fixedBy: readonly string[]
  /** The message on the screen. */
  says: string
}

const config = (computer: BreakableComputer, ...args: string[]) =>
  computer.run('git', ['config', '--global', ...args])
const createKey = (computer: BreakableComputer, ...args: string[]) =>
  computer.run('ssh-keygen', ['-q', '-N', '', ...args])
function removeKey(computer: BreakableComputer): void {
  rmSync(computer.path('.ssh/id_ed25519'))
  rmSync(computer.path('.ssh/id_ed25519.pub'))
}

export const faults: readonly Fault[] = [
  {
    name: 'git is missing',
    cause: (computer) => computer.replaceProgram('git', () => 'exit 127'),
    findings: { git: 'git-missing' },
    fixedBy: [],
    says: 'Git isn’t installed.',
  },
  {
    name: 'git is old',
    cause: (computer) =>
      computer.replaceProgram(
        'git',
        (git) => `if [ "$1" = --version ]; then echo git version 2.25.1; else exec ${git} "$@"; fi`,
      ),
    findings: { git: 'git-old' },
    fixedBy: [],
    says: 'Version 2.25.1 can’t sign with SSH keys.',
  },
  {
    name: 'only the agent has the key',
    cause: removeKey,
    findings: { signing: 'signing-key-missing' },
    fixedBy: ['git-signing'],
    says: 'The signing key',
  },
  {
    name: 'the only key is weak',
    cause(computer) {
      computer.run('ssh-add', ['-D'])
      removeKey(computer)
      createKey(computer, '-t', 'rsa', '-b', '1024', '-f', computer.path('.ssh/id_rsa'))
    },
    findings: {
      'ssh-key': 'weak-key',
      'key-on-account': 'key-not-on-account',
      signing: 'signing-key-missing',
    },
    fixedBy: ['create-key', 'add-to-agent', 'add-to-account', 'allow-signer'],
    says: '~/.ssh/id_rsa.pub is no longer secure.',
  },
  {
    name: 'others may read the private key',
    cause: (computer) => chmodSync(computer.path('.ssh/id_ed25519'), 0o644),
    findings: { 'ssh-key': 'open-files' },
    fixedBy: ['permissions'],
    says: 'Others can read or change ~/.ssh/id_ed25519.',
  },
  {
    name: 'others may change the folder',
    cause: (computer) => chmodSync(computer.path('.ssh'), 0o777),
    findings: { 'ssh-key': 'open-files' },
    fixedBy: ['permissions'],
    says: 'Others can read or change ~/.ssh.',
  },
  {
    name: 'the key is not on the account',
    cause: (computer) => computer.removeKeysOfAccount(),
    findings: {
      'key-on-account': 'key-not-on-account',
      connection: 'not-connected',
      'signing-key': 'signing-key-not-on-account',
    },
    fixedBy: ['add-to-account'],
    says: '~/.ssh/id_ed25519.pub isn’t on your GitLab account.',
  },
  {
    name: 'the key is not for signing',
    async cause(computer) {
      await computer.removeKeysOfAccount()
      await computer.addKeyToAccount('auth')
    },
    findings: { 'signing-key': 'signing-key-not-for-signing' },
    fixedBy: [],
    says: 'is on your account, but not for signing.',
  },
  {
    name: 'the agent does not have the key',
    cause: (computer) => computer.run('ssh-add', ['-D']),
    findings: {
      agent: 'agent-without-key',
      signing: 'signing-fails',
      connection: 'not-connected',
    },
    fixedBy: ['add-to-agent'],
    says: 'Your key isn’t in the agent',
  },
  {
    name: 'the agent is silent',
    cause: (computer) => computer.replaceProgram('ssh-add', () => 'exec sleep 60'),
    findings: { agent: 'silent-agent' },
    fixedBy: [],
    says: 'The agent isn’t responding.',
  },
  {
    name: 'the host is unknown',
    cause: (computer) => rmSync(computer.path('.ssh/known_hosts')),
    findings: { 'host-key': 'host-key-unknown', connection: 'not-connected' },
    fixedBy: ['trust-host'],
    says: '127.0.0.1 isn’t a known host on this computer.',
  },
  {
    name: 'the host has another key',
    cause(computer) {
      const knownHostsFile = computer.path('.ssh/known_hosts')
      const impostor = join(computer.folder, 'impostor')
      createKey(computer, '-t', 'ed25519', '-f', impostor)
      const [type, blob] = readFileSync(`${impostor}.pub`, 'utf8').split(' ')
      const [host] = readFileSync(knownHostsFile, 'utf8').split(' ')
      writeFileSync(knownHostsFile, `${host} ${type} ${blob}\n`)
    },
    findings: { 'host-key': 'host-key-changed', connection: 'not-connected' },
    fixedBy: [],
    says: 'The host key of 127.0.0.1 has changed.',
  },
  {
    name: 'the server lets nobody in',
    cause: (computer) =>
      computer.replaceProgram(
        'ssh',
        (ssh) =>
          `case "$*" in *-G*) exec ${ssh} "$@";; esac; echo ssh: connect to host x port 22: Connection refused >&2; exit 255`,
      ),
    findings: { connection: 'not-connected', 'host-key': 'not-checked' },
    fixedBy: [],
    says: 'Nothing answers SSH on',
  },
  {
    name: 'there is no name',
    cause: (computer) => config(computer, '--unset', 'user.name'),
    findings: { identity: 'no-name' },
    fixedBy: ['git-identity'],
    says: 'No name is set in Git.',
  },
  {
    name: 'there is no email',
    cause: (computer) => config(computer, '--unset', 'user.email'),
    findings: { identity: 'no-email' },
    fixedBy: ['git-identity'],
    says: 'No email is set in Git.',
  },
  {
    name: 'the email is not of the account',
    cause: (computer) => config(computer, 'user.email', 'private@example.org'),
    findings: { identity: 'email-not-verified' },
    fixedBy: ['git-identity'],
    says: 'private@example.org, which isn’t a confirmed email',
  },
  {
    name: 'commits are not signed',
    cause: (computer) => config(computer, 'commit.gpgsign', 'false'),
    findings: { signing: 'signing-off' },
    fixedBy: ['git-signing'],
    says: 'Commits aren’t signed.',
  },
  {
    name: 'no signing key is chosen',
    cause: (computer) => config(computer, '--unset', 'user.signingkey'),
    findings: { signing: 'no-signing-key' },
    fixedBy: ['git-signing'],
    says: 'no key is set',
  },
  {
    name: 'the signing key is gone',
    cause: (computer) => config(computer, 'user.signingkey', computer.path('.ssh/gone.pub')),
    findings: { signing: 'signing-key-missing' },
    fixedBy: ['git-signing'],
    says: 'gone.pub doesn’t exist.',
  },
  {
    name: 'signatures can’t be verified',
    cause: (computer) => config(computer, '--unset', 'gpg.ssh.allowedSignersFile'),
    findings: { signing: 'signing-works-unverified' },
    fixedBy: [],
    says: 'Git can’t verify signatures on this computer',
  },
]

/** Permissions and content of the files that changes may touch, by name. */
export function filesOf({ path }: Pick<BreakableComputer, 'path'>): Record<string, unknown> {
  const names = [
    '.gitconfig',
    '.ssh',
    '.ssh/known_hosts',
    '.ssh/allowed_signers',
    '.ssh/id_ed25519',
  ]
  const present = names.filter((name) => existsSync(path(name)))
  return Object.fromEntries(
    present.map((name) => {
      const stats = statSync(path(name))
      return [name, [stats.mode & 0o777, stats.isFile() && readFileSync(path(name), 'utf8')]]
    }),
  )
}
