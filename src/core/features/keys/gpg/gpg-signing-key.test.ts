import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GpgHome, tempGpgHome } from './testing/gpg-home.ts'

describe.skipIf(process.platform === 'win32')('GpgProgram.findSigningKey', () => {
  let home: GpgHome
  const keys: Record<string, string> = {}
  const subkeys: Record<string, string[]> = {}

  /** Adds a subkey as if it had been created on a day in 2024. */
  function addSubkey(fingerprint: string, day: number, usage = 'sign', expires = 'never'): string {
    const at = `202401${String(day).padStart(2, '0')}T000000`
    home.gpg('--faked-system-time', at, '--quick-add-key', fingerprint, 'ed25519', usage, expires)
    return partsOf(fingerprint).at(-1)!
  }

  function partsOf(fingerprint: string): string[] {
    const list = home.gpg('--with-colons', '--list-keys', fingerprint).toString()
    return Array.from(list.matchAll(/^fpr:+([0-9A-F]+):/gm), ([, part]) => part!)
  }

  /** Removes the private key of a part, as on a computer without the card or the offline primary key. */
  function removeSecret(fingerprint: string): void {
    const list = home.gpg('--with-colons', '--with-keygrip', '--list-keys', fingerprint).toString()
    const [, grip] = new RegExp(`^fpr:+${fingerprint}:\\ngrp:+([0-9A-F]+):`, 'm').exec(list)!
    rmSync(join(home.path, 'private-keys-v1.d', `${grip}.key`))
  }

  /** gpg revokes subkeys only in its editor. */
  function revokeSubkey(fingerprint: string): void {
    const options = ['--homedir', home.path, '--no-tty', '--quiet', '--command-fd', '0']
    const input = ['key 1', 'revkey', 'y', '0', '', 'y', 'save', ''].join('\n')
    execFileSync('gpg', [...options, '--pinentry-mode', 'loopback', '--edit-key', fingerprint], {
      input,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  }

  beforeAll(() => {
    home = tempGpgHome()
    const old = ['--faked-system-time', '20240101T000000']
    const generate = (name: string, usage: string, expires = 'never') =>
      (keys[name] = home.generate(`${name} <${name}@x.test>`, 'ed25519', usage, expires, ...old))
    generate('plain', 'sign')
    const rotated = generate('rotated', 'cert,sign')
    subkeys['rotated'] = [3, 5, 4].map((day) => addSubkey(rotated, day))
    const lapsed = generate('lapsed', 'cert')
    subkeys['lapsed'] = [addSubkey(lapsed, 3), addSubkey(lapsed, 4, 'sign', '2d')]
    const revoked = generate('revoked', 'cert,sign')
    subkeys['revoked'] = [addSubkey(revoked, 3)]
    revokeSubkey(revoked)
    const offline = generate('offline', 'cert,sign')
    subkeys['offline'] = [addSubkey(offline, 3), addSubkey(offline, 4)]
    removeSecret(offline)
    removeSecret(subkeys['offline'][1]!)
    const authenticating = generate('authenticating', 'cert,sign')
    subkeys['authenticating'] = [addSubkey(authenticating, 3, 'auth')]
    generate('expired', 'cert,sign', '1d')
    generate('certifying', 'cert')
  })
  afterAll(() => home.remove())

  /** The fingerprint in a signature that gpg makes, if it makes one. */
  function signedWith(name: string): string | undefined {
    try {
      const status = home.gpg(...['--status-fd', '1', '--local-user', name], '--clear-sign')
      return /^\[GNUPG:\] SIG_CREATED .* ([0-9A-F]{40})$/m.exec(status.toString())![1]
    } catch {
      return undefined
    }
  }

  it.each<[string, () => string]>([
    ['a primary key', () => 'plain@x.test'],
    ['a git committer', () => 'rotated <rotated@x.test>'],
    ['the newest of several subkeys', () => keys['rotated']!],
    ['a subkey named without an exclamation mark', () => subkeys['rotated']![0]!],
    ['a subkey named with an exclamation mark', () => `${subkeys['rotated']![0]}!`],
    ['a short key ID with an exclamation mark', () => `0x${subkeys['rotated']![2]!.slice(-16)}!`],
    ['a primary key named with an exclamation mark', () => `${keys['rotated']}!`],
    ['an older subkey if the newest has expired', () => keys['lapsed']!],
    ['an expired subkey with an exclamation mark', () => `${subkeys['lapsed']![1]}!`],
    ['the primary key if the subkey is revoked', () => keys['revoked']!],
    ['a revoked subkey with an exclamation mark', () => `${subkeys['revoked']![0]}!`],
    ['a subkey if the private keys of others are missing', () => keys['offline']!],
    ['the primary key if its subkey only authenticates', () => keys['authenticating']!],
    ['an expired key', () => 'expired@x.test'],
    ['a key that only certifies', () => 'certifying@x.test'],
    ['a primary key that only certifies, with an exclamation mark', () => `${keys['certifying']}!`],
    ['an empty name', () => ''],
    ['a blank name', () => ' '],
    ['a name that nobody has', () => 'nobody@x.test'],
    ['the first key that can sign', () => 'x.test'],
  ])('finds what gpg signs with for %s', async (_, name) => {
    const { fingerprint, said } = await home.program.findSigningKey(name())
    expect(said).toBeUndefined()
    expect(fingerprint).toBe(signedWith(name()))
  })

  it('returns the key to which the subkey belongs', async () => {
    expect(await home.program.findSigningKey('rotated@x.test')).toEqual({
      fingerprint: subkeys['rotated']![1],
      primary: keys['rotated'],
    })
  })
})
