import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { handMade } from '../../src/core/features/keys/ssh/testing/key-material.ts'
import { sshKeySamples } from '../../src/sandbox/seed/ssh-key-samples.ts'

/** Keys that sandbox users start with. */
export const keysInUse = { ofMaya: sshKeySamples.ed25519, ofInes: sshKeySamples.rsa4096 }

/** A home folder with an `.ssh` folder. */
export interface SshFolder {
  /** Creates a key pair and returns the public line. */
  make(name: string, comment: string, ...more: string[]): string
  write(name: string, text: string): void
  read(name: string): string
  path(name: string): string
  /** The fingerprint, as printed by `ssh-keygen -lf`. */
  fingerprint(name: string): string
}

export function sshFolder(home: string): SshFolder {
  const folder = join(home, '.ssh')
  mkdirSync(folder, { mode: 0o700, recursive: true })
  const path = (name: string) => join(folder, name)
  return {
    path,
    make(name, comment, ...more) {
      const flags = ['-q', '-N', '', '-C', comment, '-f', path(name)]
      execFileSync('ssh-keygen', [...flags, ...(more.length ? more : ['-t', 'ed25519'])])
      return readFileSync(path(`${name}.pub`), 'utf8').trim()
    },
    write: (name, text) => writeFileSync(path(name), text),
    read: (name) => readFileSync(path(name), 'utf8'),
    fingerprint: (name) =>
      execFileSync('ssh-keygen', ['-lf', path(name)], { encoding: 'utf8' }).split(' ')[1]!,
  }
}

/** Titles of the keys from `createTwelveKeys` that are strong enough to import. */
export const strongTitles = [
  'ada@ecdsa-256',
  'ada@ecdsa-384',
  'ada@ecdsa-521',
  'ada@ed25519',
  'ada@rsa',
  'security key',
  'security key of old',
]

/** One key of each type, one already on the account, a weak one, a disguised private key, and a certificate. */
export function createTwelveKeys(home: string): SshFolder {
  const folder = sshFolder(home)
  const { 'sk-ssh-ed25519': sk, 'sk-ecdsa': oldSk, 'ssh-dss': dss } = handMade()
  folder.make('id_ed25519', 'ada@ed25519')
  folder.make('id_rsa', 'ada@rsa', '-t', 'rsa', '-b', '3072')
  for (const bits of ['256', '384', '521']) {
    folder.make(`id_ecdsa_${bits}`, `ada@ecdsa-${bits}`, '-t', 'ecdsa', '-b', bits)
  }
  folder.write('sk.pub', `${sk} security key\n`)
  folder.write('sk_ecdsa.pub', `${oldSk} security key of old\n`)
  folder.write('dss.pub', `${dss} from 2009\n`)
  folder.make('weak', 'old server', '-t', 'rsa', '-b', '1024')
  folder.write('known.pub', `${keysInUse.ofMaya} my laptop\n`)
  copyFileSync(folder.path('id_rsa'), folder.path('disguised.pub'))
  const sign = ['-q', '-s', folder.path('id_rsa'), '-I', 'ada', folder.path('id_ed25519.pub')]
  execFileSync('ssh-keygen', sign)
  renameSync(folder.path('id_ed25519-cert.pub'), folder.path('certificate.pub'))
  return folder
}
