import type { GpgKeyImportResult } from '../../../../shared/app/gpg-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { type ReadAccountKey, allGpgKeys, findGpgKey } from '../../../keys/account-gpg-keys.ts'
import { type GpgKeyOwner, ownGpgKeys } from './gpg-key-owner.ts'

type Taken = Omit<Extract<GpgKeyImportResult, { outcome: 'taken' }>, 'outcome' | 'localKeyId'>

/** Finds out who has a key, asking the accounts that are signed in here; each is asked once. */
export class TakenGpgKeys {
  readonly #owner: GpgKeyOwner
  readonly #others: readonly AccountService[]
  readonly #now: number
  readonly #lists = new Map<string, Promise<ReadAccountKey[] | undefined>>()

  /** `others`: the accounts of the same instance beside the one that asks. */
  constructor(owner: GpgKeyOwner, others: readonly AccountService[], now: number) {
    this.#owner = owner
    // Who looks after somebody else may have the key themselves.
    this.#others = owner.isOneself ? others : [owner.service, ...others]
    this.#now = now
  }

  /** What to say of a key that the owner has already. */
  here({ entry }: ReadAccountKey): Taken {
    const { isOneself } = this.#owner
    return {
      where: 'this-account',
      keyId: entry.id,
      message: `This key is on ${isOneself ? 'this' : 'their'} account already.`,
      hint: isOneself
        ? 'Nothing needs to be done, unless the one here is newer: then renew it.'
        : 'Nothing needs to be done, unless the one here is newer: then delete theirs and add this one.',
    }
  }

  /** `there`: the keys that the owner has now. */
  async where(fingerprint: string, there: readonly ReadAccountKey[]): Promise<Taken> {
    const here = findGpgKey(there, fingerprint)
    if (here) return this.here(here)
    let allAnswered = true
    for (const other of this.#others) {
      const list = await this.#listOf(other)
      const found = list && findGpgKey(list, fingerprint)
      if (found) return this.#takenBy(other.account, found)
      allAnswered &&= list !== undefined
    }
    return {
      where: 'somebody-else',
      message: allAnswered
        ? 'Somebody else has this key on their account.'
        : 'This key is on another account; not all that are signed in here could be asked whether it is theirs.',
      hint: 'A key can be on one account only: take it away there, or make a new one.',
    }
  }

  #takenBy(account: string, { entry }: ReadAccountKey): Taken {
    const who =
      account === this.#owner.service.account
        ? 'Your own account'
        : 'Another account that is signed in here'
    return {
      where: 'another-account',
      account,
      keyId: entry.id,
      message: `${who} has this key.`,
      hint: 'A key can be on one account only: delete it there first, or make a new one.',
    }
  }

  #listOf(other: AccountService): Promise<ReadAccountKey[] | undefined> {
    const list =
      this.#lists.get(other.account) ??
      allGpgKeys(ownGpgKeys(other), this.#now).catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}
