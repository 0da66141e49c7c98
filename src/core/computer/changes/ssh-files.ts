import { join } from 'node:path'
import { isSshAlias } from '../../../shared/rules/new-ssh-key.ts'
import { type SshTarget, sshHost } from '../connection/ssh-target.ts'
import { sshHostFile, sshHostNames } from './config-files.ts'
import { readIfThere } from './recorded-changes.ts'
import { type PlannedChange, plannedChange } from './planned-change.ts'
import { checkedPart } from './written-files.ts'

/** A host in the ssh configuration. */
export interface SshHost {
  /** The name that ssh and git connect to. */
  name: string
  /** Where the name connects to; absent for the name of the host itself, which other sections may configure. */
  target?: Pick<SshTarget, 'host' | 'port' | 'user'>
  /** The only key file to offer; the standard ones by default. */
  privateKey?: string | undefined
}

/** An SSH alias for an account that no ssh configuration file declares, even if another instance has the same host. */
export async function freeSshAlias(
  home: string,
  { baseUrl, username }: { baseUrl: string; username: string },
): Promise<string> {
  const hosts = await sshHostNames(home)
  const instance = baseUrl.replace(/^https?:\/\//, '').replace(/[^\w.-]+/g, '-')
  const names = [sshHost(baseUrl), instance].map((host) => `${host}-${username}`).filter(isSshAlias)
  return firstFree(names.length > 0 ? names : ['gitlab'], (name) => !hosts.has(name.toLowerCase()))
}

/** The first unused name, or else the last one with a number appended. */
export function firstFree(names: readonly string[], isFree: (name: string) => boolean): string {
  const free = names.find(isFree)
  for (let nth = 2; ; nth += 1) {
    const name = free ?? `${names.at(-1)}-${nth}`
    if (free !== undefined || isFree(name)) return name
  }
}

/**
 * Configures an ssh host in a separate file that the ssh configuration includes. Deletes that file if there is no host.
 */
export function planSshHostFile(
  home: string,
  id: string,
  host: SshHost | undefined,
): PlannedChange[] {
  const path = sshHostFile(home, id)
  const before = readIfThere(path)
  const after = host && Buffer.from(describe(host))
  const include = host ? includeChange(home) : []
  if (before === after || (before && after?.equals(before))) return include
  const lines = [
    ...(before ? linesOf(before).map((line) => ({ before: line })) : []),
    ...(after ? linesOf(after).map((line) => ({ after: line })) : []),
  ]
  return [
    {
      change: plannedChange('ssh-host', ['connection'], path, { lines }),
      make: ({ changes }) => changes.replace(path, before, after),
    },
    ...include,
  ]
}

function describe({ name, target, privateKey }: SshHost): string {
  const options = [
    ...(target
      ? [
          ['HostName', checkedPart('ssh_config', 'hostName', target.host)],
          ['Port', target.port],
          ['User', checkedPart('ssh_config', 'user', target.user)],
        ]
      : []),
    ...(privateKey
      ? [
          [
            'IdentityFile',
            quoted(checkedPart('ssh_config', 'path', privateKey).replaceAll('%', '%%')),
          ],
          ['IdentitiesOnly', 'yes'],
        ]
      : []),
  ]
  const first = ['Host', checkedPart('ssh_config', 'host', name)].join(' ')
  return [first, ...options.map((option) => `  ${option.join(' ')}`), ''].join('\n')
}

/** Quotes a path for ssh. */
function quoted(path: string): string {
  const plain = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  return `"${plain.replace(/["\\]/g, '\\$&')}"`
}

/** Placed first because ssh uses the first value it finds, and a `Host` section extends to the next one. */
function includeChange(home: string): PlannedChange[] {
  const path = join(home, '.ssh', 'config')
  const before = readIfThere(path)
  const folder = checkedPart('ssh_config', 'folder', join(home, '.ssh', 'latchkey'))
  const line = ['Include', quoted(join(folder, '*.conf'))].join(' ')
  const general = before?.toString('latin1').split(/^\s*(?:Host|Match)\b/im)[0] ?? ''
  if (general.split(/\r?\n/).some((one) => one.trim() === line)) return []
  return [
    {
      change: plannedChange('ssh-include', ['connection'], path, { lines: [{ after: line }] }),
      make: ({ changes }) =>
        changes.replace(
          path,
          before,
          Buffer.concat([Buffer.from(`${line}\n`), before ?? Buffer.of()]),
          [{ line }],
        ),
    },
  ]
}

function linesOf(content: Buffer): string[] {
  return content.toString().trimEnd().split('\n')
}
