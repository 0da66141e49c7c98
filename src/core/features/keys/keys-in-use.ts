import type { AccountService } from '../../accounts/account-service.ts'
import {
  type AccountKey,
  type InUse,
  type KeyKind,
  type KeyTypes,
  accountKeys,
} from './key-kind.ts'
import type { KeyOwner } from './key-owner.ts'

/** Finds out who has a key, by the lists of the accounts that are signed in here; each is read once. */
export class KeysInUse<T extends KeyTypes> {
  readonly #kind: KeyKind<T>
  readonly #owner: KeyOwner<T>
  readonly #others: readonly AccountService[]
  readonly #lists = new Map<string, Promise<AccountKey<T>[] | undefined>>()

  /** `others`: the accounts of the same instance beside the one that sends the requests. */
  constructor(kind: KeyKind<T>, owner: KeyOwner<T>, others: readonly AccountService[]) {
    this.#kind = kind
    this.#owner = owner
    // An administrator may have the key themselves.
    this.#others = owner.isOneself ? others : [owner.service, ...others]
  }

  /** What to say of a key that is among those of the owner; undefined where it is not. */
  byOwner(identity: string, onAccount: readonly AccountKey<T>[]): InUse | undefined {
    const key = withIdentity(onAccount, identity)
    if (!key) return undefined
    const { isOneself } = this.#owner
    const { titled, hint } = this.#kind.inUse
    return {
      where: 'this-account',
      keyId: key.entry.id,
      message: `This key is on ${isOneself ? 'this' : 'their'} account already${titled(key.entry)}.`,
      hint: hint(isOneself),
    }
  }

  /** What to say of a key that the service refused because it is in use. */
  async byAnybody(identity: string, onAccount: readonly AccountKey<T>[]): Promise<InUse> {
    const own = this.byOwner(identity, onAccount)
    if (own) return own
    let isComplete = true
    for (const other of this.#others) {
      const list = await this.#listOf(other)
      const key = list && withIdentity(list, identity)
      if (key) return this.#byAccount(other.account, key)
      isComplete &&= list !== undefined
    }
    return {
      where: 'somebody-else',
      message: isComplete
        ? this.#kind.inUse.bySomebodyElse
        : 'This key is on another account; not all that are signed in here could be asked whether it is theirs.',
      hint: 'A key can be on one account only: take it away there, or make a new one.',
    }
  }

  #byAccount(account: string, { entry }: AccountKey<T>): InUse {
    const who =
      account === this.#owner.service.account
        ? 'Your own account'
        : 'Another account that is signed in here'
    return {
      where: 'another-account',
      account,
      keyId: entry.id,
      message: `${who} has this key${this.#kind.inUse.titled(entry)}.`,
      hint: 'A key can be on one account only: delete it there first, or make a new one.',
    }
  }

  #listOf(other: AccountService): Promise<AccountKey<T>[] | undefined> {
    const list =
      this.#lists.get(other.account) ??
      accountKeys(this.#kind, this.#kind.own(other)).catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}

function withIdentity<T extends KeyTypes>(
  keys: readonly AccountKey<T>[],
  identity: string,
): AccountKey<T> | undefined {
  return keys.find((key) => key.identity === identity)
}
