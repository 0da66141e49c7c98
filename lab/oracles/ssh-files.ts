import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../../src/sandbox/seed/random.ts'
import type { PreparedSshKey } from './ssh-keys.ts'

export interface OwnSshKey {
  key: PreparedSshKey
  file: string
}

/** The host of the accounts’ instance. */
export const instanceHost = '127.0.0.1'
/** Host names for remotes. The last three are configured as aliases; `localhost` counts as another instance. */
export const sshHosts = [instanceHost, 'localhost', 'work', 'elsewhere', 'far.example'] as const

const hostNames: Partial<Record<string, string>> = {
  work: instanceHost,
  elsewhere: 'localhost',
  'far.example': instanceHost,
}

/** File names that ssh tries by default, or that a token in the configuration stands for. */
const keyFileNames = [
  ...['id_ed25519', 'id_rsa', 'id_ecdsa', 'id_work', 'id_127.0.0.1', 'id_git', 'id_localhost'],
  ...[
    'work',
    'my key',
    `id_${userInfo().username}`,
    'deep/key',
    'id_work.key',
    '127.0.0.1_git',
    'id%',
  ],
]

/** Copies some of the prepared keys to `~/.ssh`. */
export function placeSshKeys(
  home: string,
  all: readonly PreparedSshKey[],
  random: Random,
): OwnSshKey[] {
  mkdirSync(join(home, '.ssh/deep'), { recursive: true, mode: 0o700 })
  const places = keyFileNames.filter(() => random.chance(0.3))
  return places.map((place) => {
    const key = random.pick(all)
    const file = join(home, '.ssh', place)
    copyFileSync(key.file, file)
    // Without the public half, ssh reads the private one.
    if (random.chance(0.95)) copyFileSync(`${key.file}.pub`, `${file}.pub`)
    return { key, file }
  })
}

interface SshConfigOptions {
  home: string
  keys: readonly OwnSshKey[]
  port: number
  /** A socket of an agent. */
  agent: string
  /** The server’s public key. */
  hostKey: string
  random: Random
}

/** Writes `~/.ssh/config` and the files that it includes. */
export function writeSshConfig({
  home,
  keys,
  port,
  agent,
  hostKey,
  random,
}: SshConfigOptions): void {
  const folder = join(home, '.ssh')
  writeFileSync(join(folder, 'known_hosts'), `* ${hostKey}`)
  // Lets the lab read which keys were offered, and never asks anything.
  const first = ['LogLevel DEBUG1', 'BatchMode yes', 'StrictHostKeyChecking yes']
  const last = [
    ...Object.entries(hostNames).flatMap(([host, name]) => [`Host ${host}`, `  HostName ${name}`]),
    ...['Host *', `  Port ${port}`],
  ]
  const blocks = Array.from({ length: random.below(4) }, () => block({ home, keys, agent, random }))
  const included = random.chance(0.25) ? blocks.splice(0, 1 + random.below(2)) : []
  mkdirSync(join(folder, 'conf.d'), { recursive: true })
  if (included.length > 0)
    writeFileSync(join(folder, 'conf.d/own.conf'), `${included.flat().join('\n')}\n`)
  const include = random.pick([
    'Include conf.d/*.conf',
    'Include ~/.ssh/conf.d/*',
    `Include "${folder}/conf.d/own.conf"`,
  ])
  const jump = random.chance(0.5) ? ['Host far.example', `  ProxyJump git@localhost:${port}`] : []
  const lines = [
    ...first,
    ...(included.length > 0 ? [include] : []),
    ...blocks.flat(),
    ...jump,
    ...last,
  ]
  writeFileSync(join(folder, 'config'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

function block({
  home,
  keys,
  agent,
  random,
}: Omit<SshConfigOptions, 'port' | 'hostKey'>): string[] {
  const lines: string[] = []
  const add = (chance: number, line: () => string) => {
    if (random.chance(chance)) lines.push(`  ${line()}`)
  }
  add(0.8, () => `IdentityFile ${identityFile(home, keys, random)}`)
  add(0.3, () => `IdentityFile ${identityFile(home, keys, random)}`)
  add(0.4, () => 'IdentitiesOnly yes')
  add(0.1, () =>
    random.pick([
      `IdentityAgent ${agent}`,
      'IdentityAgent none',
      'IdentityAgent "$SSH_AUTH_SOCK"',
      'IdentityAgent SSH_AUTH_SOCK',
    ]),
  )
  add(0.03, () => 'PubkeyAuthentication no')
  return [condition(random), ...lines]
}

/** Which hosts a block is for (ssh_config(5), “Host” and “Match”). */
function condition(random: Random): string {
  const host = random.pick(sshHosts)
  return random.pick([
    ...[
      `Host ${host}`,
      `Host ${host}`,
      `Host ${host}`,
      'Host *',
      'Host 127.0.0.?',
      'Host * !localhost',
      `Host nowhere ${host}`,
    ],
    ...[`Match host ${host}`, `Match originalhost ${host}`, 'Match user git', 'Match all'],
    ...[
      `Match host ${host} exec "test -d ~/.ssh"`,
      'Match exec "false"',
      `Match final host ${host}`,
    ],
    ...[`Match localuser ${userInfo().username}`, `Match !host ${host}`],
  ])
}

/** The ways to name a key file (ssh_config(5), “TOKENS”). */
function identityFile(home: string, keys: readonly OwnSshKey[], random: Random): string {
  const tokens = [
    ...[
      '%d/.ssh/id_%h',
      '~/.ssh/id_%n',
      '~/.ssh/id_%r',
      '~/.ssh/%n',
      '%d/.ssh/id_%u',
      '~/.ssh/%h_%r',
    ],
    ...['${HOME}/.ssh/id_work', '~/.ssh/id%%', '~/.ssh/missing', 'none', '"%d/.ssh/my key"'],
  ]
  if (keys.length === 0 || random.chance(0.3)) return random.pick(tokens)
  const { file } = random.pick(keys)
  const escaped = file.replaceAll('%', '%%')
  const shown = random.pick([escaped, escaped.replace(home, '~'), escaped.replace(home, '%d')])
  return /\s/.test(shown) || random.chance(0.1) ? `"${shown}"` : shown
}

/** A `core.sshCommand` (git-config(1)). */
export function sshCommand(home: string, keys: readonly OwnSshKey[], random: Random): string {
  const { file } = keys.length > 0 ? random.pick(keys) : { file: join(home, '.ssh/missing') }
  const key = random.pick([
    `'${file}'`,
    `"${file}"`,
    file.replaceAll(' ', '\\ ').replace(home, '~'),
  ])
  return random.pick([
    ...[
      `ssh -i ${key} -o IdentitiesOnly=yes`,
      `ssh -i ${key} -oIdentitiesOnly=yes -F ~/.ssh/config`,
    ],
    ...[
      `ssh -i ${key}`,
      `ssh -o IdentityFile=${key}`,
      'ssh',
      'ssh -4',
      '/usr/bin/ssh -v',
      'ssh -o IdentitiesOnly=yes',
    ],
    ...[
      `ssh -o "IdentitiesOnly yes" -i ${key}`,
      'ssh -F ~/.ssh/config',
      'GIT_TRACE=0 ssh',
      `ssh -l git -i${key}`,
    ],
  ])
}
