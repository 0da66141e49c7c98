import { message } from '../../../shared/messages/message.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import {
  type ParsedAccountKey,
  type InUse,
  type KeyKind,
  type KeyTypes,
  accountKeys,
} from './key-kind.ts'
import type { RemoteKeys } from './remote-keys.ts'

/** Finds the account that has a key among those signed in here; the keys of each are read once. */
export class KeysInUse<T extends KeyTypes> {
  readonly #kind: KeyKind<T>
  readonly #remote: RemoteKeys<T>
  readonly #others: readonly AccountService[]
  readonly #lists = new Map<string, Promise<ParsedAccountKey<T>[] | undefined>>()

  /** `others`: the other accounts on the same instance, without the one that sends the requests. */
  constructor(kind: KeyKind<T>, remote: RemoteKeys<T>, others: readonly AccountService[]) {
    this.#kind = kind
    this.#remote = remote
    // An administrator may have the key themselves.
    this.#others = remote.isOwn ? others : [remote.service, ...others]
  }

  /** Where the key is on the account already; undefined where it is not. */
  findOnAccount(identity: string, onAccount: readonly ParsedAccountKey<T>[]): InUse | undefined {
    const key = findByIdentity(onAccount, identity)
    if (!key) return undefined
    const { isOwn } = this.#remote
    const { inUse } = this.#kind
    return {
      where: 'this-account',
      keyId: key.entry.id,
      message: inUse.onAccount(key.entry, isOwn),
      hint: inUse.hint(isOwn),
    }
  }

  /** Who has a key that the service refused because it is in use. */
  async findAnywhere(identity: string, onAccount: readonly ParsedAccountKey<T>[]): Promise<InUse> {
    const own = this.findOnAccount(identity, onAccount)
    if (own) return own
    let isComplete = true
    for (const other of this.#others) {
      const list = await this.#keysOf(other)
      const key = list && findByIdentity(list, identity)
      if (key) return this.#onOtherAccount(other.account, key)
      isComplete &&= list !== undefined
    }
    return {
      where: 'somebody-else',
      message: isComplete ? this.#kind.inUse.bySomeoneElse : message('keys.onAnotherAccount'),
      hint: message('keys.removeThere'),
    }
  }

  #onOtherAccount(account: string, { entry }: ParsedAccountKey<T>): InUse {
    const isSender = account === this.#remote.service.account
    return {
      where: 'another-account',
      account,
      keyId: entry.id,
      message: this.#kind.inUse.elsewhere(entry, isSender),
      hint: message('keys.deleteThereFirst'),
    }
  }

  #keysOf(other: AccountService): Promise<ParsedAccountKey<T>[] | undefined> {
    const list =
      this.#lists.get(other.account) ??
      accountKeys(this.#kind, this.#kind.own(other)).catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}

function findByIdentity<T extends KeyTypes>(
  keys: readonly ParsedAccountKey<T>[],
  identity: string,
): ParsedAccountKey<T> | undefined {
  return keys.find((key) => key.identity === identity)
}
