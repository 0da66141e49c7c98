import { spawnSync } from 'node:child_process'
import { type KeyObject, generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { isSignedUpdate } from '../../../src/core/features/updates/signed-update.ts'
import { releaseKey } from './key.ts'
import { signUpdates, writeSums } from './sign.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const updateKey = publicOf(publicKey)
const info = {
  version: '1.1.0',
  files: [{ url: 'Latchkey-1.1.0-linux-x86_64.AppImage', sha512: 'q+w=', size: 7 }],
  path: 'Latchkey-1.1.0-linux-x86_64.AppImage',
  sha512: 'q+w=',
  releaseDate: '2026-05-04T09:00:00.000Z',
}

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function publicOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function command(name: string, ...args: string[]) {
  return spawnSync(name, args, { cwd: folder, encoding: 'utf8' })
}

describe('signUpdates', () => {
  it('signs the files that electron-updater reads on Linux', () => {
    const names = ['beta-linux.yml', 'latest-linux-arm64.yml', 'latest-linux.yml']
    for (const name of [...names, 'latest.yml', 'latest-mac.yml'])
      writeFileSync(join(folder, name), stringify(info))
    expect(signUpdates(folder, privateKey).sort()).toEqual(names)
    for (const name of names) {
      const signed = parse(readFileSync(join(folder, name), 'utf8')) as object
      expect(signed).toMatchObject(info)
      expect(isSignedUpdate(signed, updateKey)).toBe(true)
    }
    expect(readFileSync(join(folder, 'latest.yml'), 'utf8')).toBe(stringify(info))
  })

  it('throws if an update doesn’t list a file', () => {
    writeFileSync(join(folder, 'latest-linux.yml'), stringify({ ...info, files: [] }))
    expect(() => signUpdates(folder, privateKey)).toThrow()
  })
})

describe.skipIf(process.platform !== 'linux')('SHA256SUMS', () => {
  beforeEach(async () => {
    writeFileSync(join(folder, 'Latchkey.deb'), 'a package')
    writeFileSync(join(folder, 'latest-linux.yml'), 'version: 1.1.0')
    writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
    await writeSums(folder, privateKey)
    // Signing a second time has no effect.
    await writeSums(folder, privateKey)
  })

  it('makes sha256sum fail for a changed file', () => {
    const check = () => command('sha256sum', '--check', '--strict', 'SHA256SUMS')
    expect(check()).toMatchObject({
      status: 0,
      stdout: 'Latchkey.deb: OK\nkey.pem: OK\nlatest-linux.yml: OK\n',
    })
    appendFileSync(join(folder, 'Latchkey.deb'), '!')
    expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining('deb: FAILED') })
  })

  it('makes openssl fail for a changed list', () => {
    // The command from docs/install.md.
    const args =
      'pkeyutl -verify -rawin -pubin -inkey key.pem -in SHA256SUMS -sigfile SHA256SUMS.sig'
    expect(command('openssl', ...args.split(' ')).status).toBe(0)
    appendFileSync(join(folder, 'SHA256SUMS'), ' ')
    expect(command('openssl', ...args.split(' ')).status).not.toBe(0)
  })
})

describe('releaseKey', () => {
  it('accepts the private half of the update key', () => {
    const environment = { LATCHKEY_RELEASE_KEY: pem(privateKey), LATCHKEY_UPDATE_KEY: updateKey }
    expect(releaseKey(environment)?.equals(privateKey)).toBe(true)
  })

  it('returns undefined if packages have no key either', () => {
    expect(releaseKey({})).toBeUndefined()
    expect(() => releaseKey({ LATCHKEY_UPDATE_KEY: updateKey })).toThrow('LATCHKEY_RELEASE_KEY')
  })

  it('rejects a different key', () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const environment = { LATCHKEY_RELEASE_KEY: pem(other), LATCHKEY_UPDATE_KEY: updateKey }
    expect(() => releaseKey(environment)).toThrow('private half')
  })

  it.each(['here', pem(generateKeyPairSync('x25519').privateKey)])('rejects %j', (key) =>
    expect(() => releaseKey({ LATCHKEY_RELEASE_KEY: key })).toThrow('not a private Ed25519 key'),
  )
})
