import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readKeyFile } from './ssh-key-file.ts'

describe('readKeyFile', () => {
  let folder: string
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'latchkey-key-file-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Generates a key, and returns its file and fingerprint. */
  function generate(name: string, ...options: string[]) {
    const file = join(folder, name)
    execFileSync('ssh-keygen', ['-q', '-N', '', ...options, '-f', file])
    const listed = execFileSync('ssh-keygen', ['-l', '-f', `${file}.pub`]).toString()
    return { file, fingerprint: listed.split(' ')[1] }
  }

  it.each([
    ['ed25519', ['-t', 'ed25519']],
    ['ecdsa', ['-t', 'ecdsa']],
    ['rsa with a passphrase', ['-t', 'rsa', '-b', '2048', '-a', '1', '-N', 'secret']],
  ])('reads a private key without its public half: %s', (name, options) => {
    const { file, fingerprint } = generate(name, ...options)
    rmSync(`${file}.pub`)
    expect(readKeyFile(file)?.fingerprint).toBe(fingerprint)
  })

  it('prefers the public half', () => {
    const [{ file }, other] = [
      generate('replaced', '-t', 'ed25519'),
      generate('other', '-t', 'ed25519'),
    ]
    renameSync(`${other.file}.pub`, `${file}.pub`)
    expect(readKeyFile(file)?.fingerprint).toBe(other.fingerprint)
  })

  it('reads a public key with any name', () => {
    const { file, fingerprint } = generate('named', '-t', 'ed25519')
    renameSync(`${file}.pub`, join(folder, 'public'))
    expect(readKeyFile(join(folder, 'public'))?.fingerprint).toBe(fingerprint)
  })

  it('knows no public half of an older format, and of a missing file', () => {
    const { file } = generate('pem', '-t', 'rsa', '-b', '2048', '-m', 'PEM')
    rmSync(`${file}.pub`)
    expect(readKeyFile(file)).toBeUndefined()
    expect(readKeyFile(join(folder, 'missing'))).toBeUndefined()
  })
})
