import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './programs.ts'

/** A prepared key pair that computers get copies of. */
export interface PreparedSshKey {
  name: string
  /** The private key’s file. */
  file: string
  publicKey: string
  /** On which account it is, and for which use. Absent for a key that no account has. */
  on?: 'first' | 'second'
  usage?: 'auth' | 'signing' | 'auth_and_signing'
  /** Whether it has expired on the account. */
  isExpired?: true
}

const recipes = [
  { name: 'work', type: 'ed25519', on: 'first', usage: 'auth_and_signing' },
  { name: 'login', type: 'ed25519', on: 'first', usage: 'auth' },
  { name: 'seal', type: 'ecdsa', on: 'first', usage: 'signing' },
  { name: 'past', type: 'ed25519', on: 'first', usage: 'auth_and_signing', isExpired: true },
  { name: 'second', type: 'ed25519', on: 'second', usage: 'auth_and_signing' },
  { name: 'stray', type: 'ed25519' },
] as const

export async function prepareSshKeys(folder: string): Promise<PreparedSshKey[]> {
  mkdirSync(folder)
  return Promise.all(
    recipes.map(async ({ type, ...recipe }) => {
      const file = join(folder, recipe.name)
      await must('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', recipe.name, '-f', file])
      return { ...recipe, file, publicKey: readFileSync(`${file}.pub`, 'utf8').trim() }
    }),
  )
}
