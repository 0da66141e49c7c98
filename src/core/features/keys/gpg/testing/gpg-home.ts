import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentTime } from '../../../../../shared/rules/clock.ts'
import { tempFolder } from '../../ssh/testing/key-material.ts'
import { GpgProgram } from '../gpg-program.ts'

/** A real gpg with a temporary home folder. */
export interface GpgHome {
  path: string
  /** The program, configured as in the app. */
  program: GpgProgram
  /** Runs gpg without prompts. */
  gpg(...flags: string[]): Buffer
  /** Creates a key and returns its fingerprint. */
  generate(userId: string, ...more: string[]): string
  /** Revokes a key with the revocation certificate that gpg created. */
  revoke(fingerprint: string): void
  exported(...names: string[]): string
  remove(): void
}

const { PATH } = process.env
/** When this process started, in seconds since 1970: by its own clock or other programs' clock, whichever is behind. */
const started =
  Math.min(Number(execFileSync('date', ['+%s'], { env: { PATH } })), currentTime() / 1000) -
  performance.now() / 1000

/** Sets gpg's clock back so that keys don't seem to be from the future. */
export function aDayAgo(): string[] {
  const now = started + performance.now() / 1000
  return ['--faked-system-time', String(Math.floor(now) - 24 * 60 * 60)]
}

export function tempGpgHome(): GpgHome {
  const { path, remove } = tempFolder()
  chmodSync(path, 0o700)
  const environment = {
    PATH,
    HOME: path,
    GNUPGHOME: path,
    LC_ALL: 'C.UTF-8',
  }
  const run = (flags: string[], input?: string) =>
    execFileSync(
      'gpg',
      [
        '--batch',
        '--no-tty',
        '--quiet',
        '--pinentry-mode',
        'loopback',
        '--passphrase',
        '',
        ...aDayAgo(),
        ...flags,
      ],
      { env: environment, input, stdio: ['pipe', 'pipe', 'ignore'] },
    )
  const home: GpgHome = {
    path,
    program: new GpgProgram({ environment }),
    gpg: (...flags) => run(flags),
    generate(userId, ...more) {
      const [algorithm = 'ed25519', usage = 'default', expires = 'never', ...options] = more
      run([...options, '--quick-generate-key', userId, algorithm, usage, expires])
      const listing = run(['--with-colons', '--list-keys', `=${userId}`]).toString()
      return /^fpr:+([0-9A-F]+):/m.exec(listing)![1]!
    },
    revoke(fingerprint) {
      const file = join(path, 'openpgp-revocs.d', `${fingerprint}.rev`)
      // gpg adds a colon to prevent accidental imports.
      const certificate = readFileSync(file, 'utf8').replace(/^:(?=-----BEGIN)/m, '')
      run(['--import'], certificate)
    },
    exported: (...names) => run(['--armor', '--export', ...names]).toString(),
    remove() {
      execFileSync('gpgconf', ['--homedir', path, '--kill', 'all'], { env: environment })
      remove()
    },
  }
  return home
}

/** A fake gpg that runs a shell script. */
export function fakeGpg(folder: string, script: string, timeMs?: number): GpgProgram {
  const program = join(folder, 'fake-gpg')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return new GpgProgram({
    environment: { PATH, HOME: folder, GNUPGHOME: folder },
    program,
    timeMs,
  })
}
