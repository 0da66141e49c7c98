import type { SshKeyImportResult } from '../../../shared/app/local-keys.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { SshKey } from '../../../shared/service/ssh-keys.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { findSshKey } from '../../keys/account-ssh-keys.ts'
import { type SshKeyOwner, ownSshKeys } from './ssh/ssh-key-owner.ts'
import type { SshPublicKey } from '../../keys/ssh-public-key.ts'

type Taken = Omit<Extract<SshKeyImportResult, { outcome: 'taken' }>, 'outcome' | 'localKeyId'>

/**
 * Whether a refusal means that the key is there already. Keys are unique across a whole instance (`app/models/key.rb`), and
 * services name different fields for it.
 */
export function saysTaken({ fields, message, status }: Failure): boolean {
  if (status !== 400 && status !== 409) return false
  const texts = fields
    ? ['fingerprint_sha256', 'fingerprint', 'key'].flatMap((name) => fields[name] ?? [])
    : [message]
  return texts.some((text) => /already been taken/i.test(text))
}

/** Finds out who has a key, asking the accounts that are signed in here; each is asked once. */
export class TakenKeys {
  readonly #owner: SshKeyOwner
  readonly #others: readonly AccountService[]
  readonly #lists = new Map<string, Promise<SshKey[] | undefined>>()

  /** `others`: the accounts of the same instance beside the one that asks. */
  constructor(owner: SshKeyOwner, others: readonly AccountService[]) {
    this.#owner = owner
    // Who looks after somebody else may have the key themselves.
    this.#others = owner.isOneself ? others : [owner.service, ...others]
  }

  /** What to say of a key that the owner has already. */
  here({ id, title }: SshKey): Taken {
    return {
      where: 'this-account',
      keyId: id,
      message: `This key is on ${this.#owner.isOneself ? 'this' : 'their'} account already, as “${title}”.`,
      hint: 'Nothing needs to be done.',
    }
  }

  /** `there`: the keys that the owner has now. */
  async where(key: SshPublicKey, there: readonly SshKey[]): Promise<Taken> {
    const here = findSshKey(there, key)
    if (here) return this.here(here)
    let allAnswered = true
    for (const other of this.#others) {
      const list = await this.#listOf(other)
      const found = list && findSshKey(list, key)
      if (found) return this.#takenBy(other.account, found)
      allAnswered &&= list !== undefined
    }
    return {
      where: 'somebody-else',
      message: allAnswered
        ? 'Somebody else has this key on their account, or it is a deploy key.'
        : 'This key is on another account; not all that are signed in here could be asked whether it is theirs.',
      hint: 'A key can be on one account only: take it away there, or make a new one.',
    }
  }

  #takenBy(account: string, { id, title }: SshKey): Taken {
    const who =
      account === this.#owner.service.account
        ? 'Your own account'
        : 'Another account that is signed in here'
    return {
      where: 'another-account',
      account,
      keyId: id,
      message: `${who} has this key, as “${title}”.`,
      hint: 'A key can be on one account only: delete it there first, or make a new one.',
    }
  }

  #listOf(other: AccountService): Promise<SshKey[] | undefined> {
    const list =
      this.#lists.get(other.account) ??
      ownSshKeys(other)
        .list()
        .catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}
