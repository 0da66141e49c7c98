import type { AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import { leftoverTokensFailure } from '../../accounts/sign-in-failure.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import { removeOwnFiles } from '../../platform/files/own-files.ts'
import { withUnreachableGuard } from '../../platform/keychain/keychain-until-out-of-reach.ts'
import type { SecretStore } from '../../platform/keychain/secret-store.ts'

interface SignedOut {
  username: string
  /** The keychain items that couldn't be deleted. */
  itemsLeft: string[]
}

/** A store on disk that can be cleared. */
interface Cache {
  clear(): unknown
}

export interface DeviceOptions {
  dataFolder: string
  accounts: { ids(): string[]; snapshot(): AccountsSnapshot }
  /** Signs out of an account and deletes its data. */
  signOut(id: string, options: { keychain: SecretStore }): Promise<SignedOut>
  keychain: SecretStore
  /** Called if anything couldn't be deleted. */
  unsaved(failure: UnformattedFailure): void
  /** Resets all settings to their defaults. */
  resetSettings(): void
  /** Data that can be downloaded again. */
  caches: readonly Cache[]
  /** Local records, which can't be restored. */
  records: readonly Cache[]
}

/** Signs out of as many accounts as possible. If any remains, keeps the settings and throws the reason. */
export async function forgetAll(options: DeviceOptions): Promise<AccountsSnapshot> {
  const { accounts, caches, dataFolder, records, resetSettings, signOut, unsaved } = options
  const keychain = withUnreachableGuard(options.keychain)
  const signedOut: SignedOut[] = []
  const failures: unknown[] = []
  for (const id of accounts.ids()) {
    await signOut(id, { keychain }).then(
      (account) => signedOut.push(account),
      (error) => failures.push(error),
    )
  }
  const tokensLeft = leftoverTokensFailure(signedOut)
  if (tokensLeft) unsaved(tokensLeft)
  if (failures.length > 0) throw failures[0]
  for (const part of [...caches, ...records]) await part.clear()
  resetSettings()
  removeOwnFiles(dataFolder)
  return accounts.snapshot()
}
