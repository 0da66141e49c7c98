import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { runProgram } from '../../platform/run-program.ts'
import { localKeyFileLimit } from '../../../shared/rules/limits.ts'
import { type SshPublicKey, readPublicKeys } from '../../keys/ssh-public-key.ts'
import { type SshOptions, type SshTarget, configOption, sshHost } from './ssh-target.ts'
import { carefulOptions } from './test-connection.ts'

/** GitLab.com's published host keys (https://docs.gitlab.com/user/gitlab_com/#ssh-host-keys-fingerprints). */
export const published = {
  on: '2026-11-23',
  hosts: ['gitlab.com', 'altssh.gitlab.com'],
  fingerprints: [
    'SHA256:eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8',
    'SHA256:HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw',
    'SHA256:ROQFvPThGrW4RuWLoL9tq9I9zJ42fK4XywyRtbOz/EQ',
  ],
}

/** Whether a host publishes its keys and this isn't one of them. */
export function isNotPublished(host: string, fingerprint: string): boolean {
  return published.hosts.includes(host) && !published.fingerprints.includes(fingerprint)
}

/** A host key, and the host names that ssh would store it under. */
export interface HostKey {
  hosts: string
  key: SshPublicKey
}

/** Gets a host key as ssh would store it, without signing in or trusting the host. */
export async function readHostKey(
  { environment, configFile, program = 'ssh', timeMs = 20_000 }: SshOptions,
  { user }: SshTarget,
  baseUrl: string,
): Promise<HostKey | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const file = join(folder, 'known_hosts')
  const options = [
    ...['StrictHostKeyChecking=accept-new', `UserKnownHostsFile="${file}"`],
    ...['GlobalKnownHostsFile=none', 'PreferredAuthentications=none', 'PubkeyAuthentication=no'],
  ].flatMap((option) => ['-o', option])
  try {
    const command = ['-T', ...carefulOptions, ...options, '-l', user, '--', sshHost(baseUrl)]
    await runProgram(program, [...configOption(configFile), ...command], { environment, timeMs })
    return parseHostKey(readRegularFile(file, localKeyFileLimit).toString())
  } catch {
    // ssh writes no file if the host doesn't respond.
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function parseHostKey(text: string): HostKey | undefined {
  const [hosts = '', ...rest] = text.split(/\r?\n/)[0]!.split(' ')
  const [key] = readPublicKeys(rest.join(' ')).keys
  return key && { hosts, key }
}
