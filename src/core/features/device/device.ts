import { join } from 'node:path'
import type { AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import type { HostFacts } from '../../../shared/operations/device.ts'
import { tokensLeftFailure } from '../../accounts/sign-in-failure.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import { keychainUntilOutOfReach } from '../../platform/keychain/keychain-until-out-of-reach.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'
import { removeOwnFiles } from '../../platform/files/own-files.ts'
import { Leftovers, type LeftoversOptions } from './leftovers.ts'

interface SignedOut {
  username: string
  /** The keychain items that could not be removed. */
  itemsLeft: string[]
}

/** Something kept on disk that can be emptied. */
export interface Cache {
  clear(): unknown
}

export interface DeviceOptions {
  host: HostFacts['host']
  /** See `HostFacts`. */
  package?: HostFacts['package']
  /** See `HostFacts`. */
  noticesFail(): boolean
  dataFolder: string
  /** Path of the newest log file. */
  logs: string
  /** Empties a leftover that is in use. */
  clearInUse: LeftoversOptions['clearInUse']
  accounts: { ids(): string[]; snapshot(): AccountsSnapshot }
  /** Signs out of one account and deletes its data. */
  signOut(id: string, options: { keychain: SecretStore }): Promise<SignedOut>
  keychain: SecretStore
  /** Called if something could not be deleted. */
  unsaved(failure: UnformattedFailure): void
  /** Resets all settings to their defaults. */
  resetSettings(): void
  /** What can be read again from the services. */
  caches: readonly Cache[]
  /** Records of what was done from here, which can't be restored. */
  records: readonly Cache[]
}

/** What Latchkey stores on this computer. */
export class Device {
  readonly leftovers: Leftovers
  readonly #options: DeviceOptions

  constructor(options: DeviceOptions) {
    const { accounts, dataFolder, clearInUse } = options
    this.#options = options
    this.leftovers = new Leftovers({ dataFolder, accounts: () => accounts.ids(), clearInUse })
  }

  host(): HostFacts {
    const systems = { darwin: 'mac', win32: 'windows', linux: 'linux' } as const
    const { platform } = process
    const system = platform in systems ? systems[platform as keyof typeof systems] : 'other'
    const { host, noticesFail, package: kind } = this.#options
    return {
      host,
      system,
      ...(noticesFail() && { noticesFail: true }),
      ...(kind && { package: kind }),
    }
  }

  paths(): { data: string; logs: string; auditLogs: string } {
    const { dataFolder, logs } = this.#options
    return { data: dataFolder, logs, auditLogs: join(dataFolder, 'audit') }
  }

  /** Signs out of as many accounts as possible; if one stays, so do the settings, and the failure says why. */
  async forgetAll(): Promise<AccountsSnapshot> {
    const { accounts, signOut, resetSettings, unsaved } = this.#options
    const keychain = keychainUntilOutOfReach(this.#options.keychain)
    const signedOut: SignedOut[] = []
    const failures: unknown[] = []
    for (const id of accounts.ids()) {
      await signOut(id, { keychain }).then(
        (account) => signedOut.push(account),
        (error) => failures.push(error),
      )
    }
    const tokensLeft = tokensLeftFailure(signedOut)
    if (tokensLeft) unsaved(tokensLeft)
    if (failures.length > 0) throw failures[0]
    await this.resetCaches()
    for (const record of this.#options.records) await record.clear()
    resetSettings()
    removeOwnFiles(this.#options.dataFolder)
    return accounts.snapshot()
  }

  async resetCaches(): Promise<void> {
    for (const cache of this.#options.caches) await cache.clear()
  }
}
