import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestClock } from './clock.ts'

/** A real gpg in a home folder. */
export interface GpgHome {
  /** Creates a key without a passphrase and returns its fingerprint. */
  generate(userId: string, expires?: string): string
  /** Runs gpg without prompts; returns its output. */
  gpg(...flags: string[]): Buffer
  /** Stops processes started by gpg. */
  stop(): void
}

/** Opens a home folder in which every gpg uses `clock`. */
export function gpgHome(home: string, clock?: TestClock): GpgHome {
  const folder = join(home, '.gnupg')
  mkdirSync(folder, { mode: 0o700, recursive: true })
  const setTime = () => {
    const { LATCHKEY_TIME: time } = clock?.env() ?? {}
    if (time === undefined) return
    const seconds = Math.ceil(Date.parse(time) / 1000)
    writeFileSync(join(folder, 'gpg.conf'), `faked-system-time ${seconds}\n`)
  }
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' }
  const quietly = ['--batch', '--no-tty', '--quiet', '--pinentry-mode', 'loopback']
  const gpg = (...flags: string[]) => {
    setTime()
    const output = execFileSync('gpg', [...quietly, '--passphrase', '', ...flags], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    // Latchkey’s own gpg uses this clock too, so keys aren’t from the future.
    setTime()
    return output
  }
  return {
    gpg,
    generate(userId, expires = 'never') {
      gpg('--quick-generate-key', userId, 'ed25519', 'sign', expires)
      const listing = gpg('--with-colons', '--list-keys', `=${userId}`).toString()
      return /^fpr:+([0-9A-F]+):/m.exec(listing)![1]!
    },
    stop: () => void execFileSync('gpgconf', ['--kill', 'all'], { env }),
  }
}
