import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new Ed25519 public key from ssh-keygen. */
export function makeSshKey(): string {
  return inFolder((folder) => {
    const file = join(folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', file])
    return readFileSync(`${file}.pub`, 'utf8').trim()
  })
}

/** A new public key block from gpg, dated hours before the test clock's noon. */
export function makeGpgKey(): string {
  return inFolder((folder) => {
    const time = ['--faked-system-time', '20250701T060000']
    const gpg = (...flags: string[]) =>
      execFileSync('gpg', [...time, '--homedir', folder, '--batch', '--quiet', ...flags], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    const protection = ['--passphrase', '', '--pinentry-mode', 'loopback']
    gpg(...protection, '--quick-generate-key', 'Maya <maya@example.org>', 'ed25519', 'sign', '1d')
    const block = gpg('--armor', '--export')
    execFileSync('gpgconf', ['--homedir', folder, '--kill', 'gpg-agent'])
    return block
  })
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
