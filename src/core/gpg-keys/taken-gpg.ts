import type { GpgKeyImportResult } from '../../shared/app/gpg-keys.ts'
import type { AccountService } from '../account-service.ts'
import { type ReadAccountKey, allGpgKeys, findGpgKey } from './account-gpg-keys.ts'

type Taken = Omit<Extract<GpgKeyImportResult, { outcome: 'taken' }>, 'outcome' | 'localKeyId'>

export function takenHere({ entry }: ReadAccountKey): Taken {
  return {
    where: 'this-account',
    keyId: entry.id,
    message: 'This key is on this account already.',
    hint: 'Nothing needs to be done, unless the one here is newer: then renew it.',
  }
}

/** Finds out who has a key, asking the accounts that are signed in here; each is asked once. */
export class TakenGpgKeys {
  readonly #others: readonly AccountService[]
  readonly #now: number
  readonly #lists = new Map<string, Promise<ReadAccountKey[] | undefined>>()

  constructor(others: readonly AccountService[], now: number) {
    this.#others = others
    this.#now = now
  }

  async where(fingerprint: string, own: readonly ReadAccountKey[]): Promise<Taken> {
    const here = findGpgKey(own, fingerprint)
    if (here) return takenHere(here)
    let allAnswered = true
    for (const other of this.#others) {
      const list = await this.#listOf(other)
      const found = list && findGpgKey(list, fingerprint)
      if (found) return takenByOther(other.account, found)
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

  #listOf(other: AccountService): Promise<ReadAccountKey[] | undefined> {
    const list =
      this.#lists.get(other.account) ?? allGpgKeys(other, this.#now).catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}

function takenByOther(account: string, { entry }: ReadAccountKey): Taken {
  return {
    where: 'another-account',
    account,
    keyId: entry.id,
    message: 'Another account that is signed in here has this key.',
    hint: 'A key can be on one account only: delete it there first, or make a new one.',
  }
}
