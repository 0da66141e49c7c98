import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GpgState } from '../../../../shared/app/gpg-keys.ts'

export interface GpgProgramPorts {
  /** Says where gpg is (`PATH`) and where its keys are (`GNUPGHOME`, or else `HOME`); all that gpg gets to know. */
  environment: NodeJS.ProcessEnv
  /** Name or path of the program. */
  program?: string
  /** Folders in which a Mac's gpg may lie besides those of `PATH`. */
  macFolders?: readonly string[]
  /** Milliseconds for one run. */
  timeMs?: number
}

export type GpgAnswer = { output: Buffer } | { state: GpgState }

/**
 * The gpg of this machine, for reading only. Promise: it is run without a shell, without a terminal and for a limited time,
 * and it is never asked for a private key.
 */
export class GpgProgram {
  readonly #ports: GpgProgramPorts

  constructor(ports: GpgProgramPorts) {
    this.#ports = ports
  }

  /** All public keys, as `doc/DETAILS` of GnuPG describes the colon format. */
  list(): Promise<GpgAnswer> {
    // Asked for keys where it has no folder yet, gpg would make one.
    if (!this.#hasHome()) return Promise.resolve({ output: Buffer.alloc(0) })
    return this.#run(['--with-colons', '--fixed-list-mode', '--with-secret', '--list-keys'])
  }

  /** The packets of public keys, by fingerprint. */
  export(fingerprints: readonly string[]): Promise<GpgAnswer> {
    // They come from gpg itself or from a parsed key, but they end up in a command line.
    const safe = fingerprints.filter((fingerprint) => /^[0-9A-F]{40,64}$/.test(fingerprint))
    if (safe.length === 0) return Promise.resolve({ output: Buffer.alloc(0) })
    return this.#run(['--export', '--', ...safe])
  }

  #hasHome(): boolean {
    const { GNUPGHOME, HOME } = this.#ports.environment
    if (GNUPGHOME) return existsSync(GNUPGHOME)
    // Elsewhere the place is known to gpg alone.
    return process.platform === 'win32' || !HOME || existsSync(join(HOME, '.gnupg'))
  }

  #run(command: string[]): Promise<GpgAnswer> {
    const {
      environment,
      program = 'gpg',
      macFolders = usualMacFolders,
      timeMs = 20_000,
    } = this.#ports
    const quietly = ['--batch', '--no-tty', '--quiet', '--no-auto-check-trustdb']
    return new Promise((resolve) => {
      const child = execFile(
        program,
        [...quietly, ...command],
        {
          env: { ...environment, PATH: searchPath(environment, macFolders), LC_ALL: 'C.UTF-8' },
          encoding: 'buffer',
          maxBuffer: mostOutput,
          timeout: timeMs,
          killSignal: 'SIGKILL',
          shell: false,
          windowsHide: true,
        },
        (error, output, said) => {
          resolve(error ? { state: stateAfter(error, said) } : { output })
        },
      )
      child.stdin?.end()
    })
  }
}

/** Where Homebrew on both kinds of processors, MacPorts and GPG Suite put gpg. A Mac tells apps from the Finder of none of them. */
const usualMacFolders = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/opt/local/bin',
  '/usr/local/MacGPG2/bin',
]

function searchPath({ PATH }: NodeJS.ProcessEnv, macFolders: readonly string[]) {
  if (process.platform !== 'darwin') return PATH
  const known = PATH?.split(':').filter(Boolean) ?? ['/usr/bin', '/bin']
  return [...new Set([...known, ...macFolders])].join(':')
}

/** Bytes. */
const mostOutput = 64 * 1024 * 1024

function stateAfter(error: Error & { code?: unknown; killed?: boolean }, said: Buffer): GpgState {
  if (error.code === 'ENOENT') {
    return {
      state: 'absent',
      message: 'There is no gpg on this machine.',
      hint: 'Install GnuPG, or choose a file with your public key.',
    }
  }
  const hint = 'Choose a file with your public key instead, or try again.'
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return { state: 'failed', message: 'gpg has more keys than can be read at once.', hint }
  }
  if (error.killed) return { state: 'failed', message: 'gpg did not answer in time.', hint }
  const [line = ''] = said.toString().trim().split('\n').slice(-1)
  const reason = line.replace(/^gpg: (Fatal: )?/, '').slice(0, 200)
  return {
    state: 'failed',
    message: `gpg could not say which keys it has${reason && `: ${reason.replace(/\.$/, '')}`}.`,
    hint,
  }
}
