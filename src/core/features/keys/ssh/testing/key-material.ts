import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wireNumber, wireString } from '../../../../keys/ssh-wire.ts'

/** A temporary folder. */
export function tempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A temporary home folder with an empty `.ssh`. */
export function tempHome(): { home: string; ssh: string; remove(): void } {
  const { path, remove } = tempFolder()
  const ssh = join(path, '.ssh')
  mkdirSync(ssh, { mode: 0o700 })
  return { home: path, ssh, remove }
}

/** Creates the key pair `path` and `path.pub` with ssh-keygen. Returns the public key's line without the line break. */
export function keygen(path: string, type = 'ed25519', ...more: string[]): string {
  execFileSync('ssh-keygen', ['-q', '-a', '1', '-t', type, '-N', '', '-C', '', '-f', path, ...more])
  return readFileSync(`${path}.pub`, 'utf8').trim()
}

export function output(command: string, flags: string[], input?: string): Buffer {
  return execFileSync(command, flags, { input, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** Public keys of the kinds that tools create only with a device, or not at all. */
export function handMade(): Record<string, string> {
  const line = (type: string, ...parts: Buffer[]) =>
    `${type} ${Buffer.concat([wireString(type), ...parts]).toString('base64')}`
  const point = Buffer.from(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  )
  const number = (bytes: number) =>
    wireNumber(Buffer.concat([Buffer.of(0xff), randomBytes(bytes - 1)]))
  return {
    'sk-ssh-ed25519': line(
      'sk-ssh-ed25519@openssh.com',
      wireString(randomBytes(32)),
      wireString('ssh:'),
    ),
    'sk-ecdsa': line(
      'sk-ecdsa-sha2-nistp256@openssh.com',
      wireString('nistp256'),
      wireString(point),
      wireString('ssh:work'),
    ),
    'ssh-dss': line('ssh-dss', number(128), number(20), number(128), number(128)),
  }
}

/** The text as an RFC 4716 block. */
export function rfc4716(publicLine: string, headers: string[] = []): string {
  const body = publicLine.split(' ')[1]!.replace(/(.{70})/g, '$1\n')
  return [
    '---- BEGIN SSH2 PUBLIC KEY ----',
    ...headers,
    body,
    '---- END SSH2 PUBLIC KEY ----',
    '',
  ].join('\n')
}
