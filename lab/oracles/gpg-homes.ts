import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { currentTime } from '../../src/shared/rules/clock.ts'
import { must } from './programs.ts'

/** A prepared GPG key with its subkeys. */
export interface PreparedGpgKey {
  /** Of the primary key, then of the subkeys. */
  fingerprints: string[]
  userId: string
  on?: 'first' | 'second'
  /** The account’s copy, which may be older than the computer’s. */
  copy?: string
}

/** A prepared `~/.gnupg`. */
export interface GpgHome {
  path: string
  keys: PreparedGpgKey[]
}

export interface GpgAddresses {
  first: string
  second: string
  elsewhere: string
}

/** Runs gpg as if some days ago. */
type Gpg = (daysAgo: number, ...args: string[]) => Promise<string>

interface Maker {
  gpg: Gpg
  addresses: GpgAddresses
  fingerprintsOf(userId: string): Promise<string[]>
}

type Make = (maker: Maker) => Promise<PreparedGpgKey>

const name = 'Maya Lindqvist'

/** A key that signs by itself. */
const plain =
  (
    label: string,
    options: { on?: 'first' | 'second'; whose?: keyof GpgAddresses; days?: string },
  ): Make =>
  async ({ gpg, addresses, fingerprintsOf }) => {
    const { on, whose = 'first', days = 'never' } = options
    const userId = `${name} (${label}) <${addresses[whose]}>`
    await gpg(400, '--quick-generate-key', userId, 'ed25519', 'sign', days)
    const fingerprints = await fingerprintsOf(userId)
    const copy = await gpg(0, '--armor', '--export', fingerprints[0]!)
    return { fingerprints, userId, ...(on && { on, copy }) }
  }

/** A key with subkeys for signing. The account has it as it was before `later`. */
const withSubkeys =
  (
    label: string,
    {
      usage = 'cert',
      days = ['never'],
      later,
    }: {
      usage?: 'cert' | 'sign'
      /** How long each subkey is valid from its day on. */
      days?: string[]
      later?: (gpg: Gpg, fingerprints: readonly string[]) => Promise<unknown>
    },
  ): Make =>
  async ({ gpg, addresses, fingerprintsOf }) => {
    const userId = `${name} (${label}) <${addresses.first}>`
    await gpg(500, '--quick-generate-key', userId, 'ed25519', usage, 'never')
    const [primary = ''] = await fingerprintsOf(userId)
    for (const [at, validity] of days.entries())
      await gpg(400 - at * 100, '--quick-add-key', primary, 'ed25519', 'sign', validity)
    const copy = await gpg(0, '--armor', '--export', primary)
    await later?.(gpg, await fingerprintsOf(userId))
    return { fingerprints: await fingerprintsOf(userId), userId, on: 'first', copy }
  }

const addSubkey = (gpg: Gpg, [primary = '']: readonly string[]) =>
  gpg(30, '--quick-add-key', primary, 'ed25519', 'sign', 'never')

const extendSubkey = (gpg: Gpg, [primary = '', subkey = '']: readonly string[]) =>
  gpg(1, '--quick-set-expire', primary, '0', subkey)

/** The keys in each home folder of gpg. Several with one address test which one gpg selects. */
const homes: Record<string, Make[]> = {
  plain: [plain('plain', { on: 'first' })],
  renewed: [withSubkeys('renewed', { later: addSubkey })],
  extended: [withSubkeys('extended', { days: ['300d'], later: extendSubkey })],
  several: [
    withSubkeys('two subkeys', { days: ['never', 'never'] }),
    plain('not on the account', {}),
    plain('for something else', { on: 'first', whose: 'elsewhere' }),
  ],
  strays: [plain('not on the account', {}), plain('second', { on: 'second', whose: 'second' })],
  masked: [withSubkeys('signs by itself', { usage: 'sign', days: [], later: addSubkey })],
  expired: [
    plain('expired', { on: 'first', days: '30d' }),
    withSubkeys('expired subkey', { days: ['30d'] }),
  ],
  partly: [withSubkeys('one expired', { usage: 'sign', days: ['never', '30d'] })],
}

export function prepareGpgHomes(folder: string, addresses: GpgAddresses): Promise<GpgHome[]> {
  mkdirSync(folder)
  return Promise.all(
    Object.entries(homes).map(async ([name, makers]) => {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700 })
      const gpg = gpgIn(path)
      const fingerprintsOf = async (userId: string) => {
        const list = await gpg(0, '--with-colons', '--list-keys', `=${userId}`)
        return Array.from(
          list.matchAll(/^fpr:+([0-9A-F]{40})/gm),
          ([, fingerprint]) => fingerprint!,
        )
      }
      const keys: PreparedGpgKey[] = []
      for (const make of makers) keys.push(await make({ gpg, addresses, fingerprintsOf }))
      return { path, keys }
    }),
  )
}

function gpgIn(path: string): Gpg {
  const quiet = [
    '--batch',
    '--quiet',
    '--no-tty',
    '--pinentry-mode',
    'loopback',
    '--passphrase',
    '',
  ]
  return (daysAgo, ...args) => {
    const seconds = Math.floor(currentTime() / 1000) - daysAgo * 24 * 60 * 60
    // `!` lets the time pass, which some commands need.
    const time = daysAgo === 0 ? [] : ['--faked-system-time', String(seconds)]
    return must('gpg', ['--homedir', path, ...quiet, ...time, ...args])
  }
}

/** Ends the agents that gpg started. */
export async function stopAgents(homes: readonly string[]): Promise<void> {
  await Promise.all(homes.map((path) => must('gpgconf', ['--homedir', path, '--kill', 'all'])))
}
