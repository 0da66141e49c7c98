import type { SshKeyImportResult } from '../../shared/app/local-keys.ts'
import type { Failure } from '../../shared/failure.ts'
import type { SshKey } from '../../shared/service/ssh-keys.ts'
import type { AccountService } from '../account-service.ts'
import { allSshKeys, findSshKey } from './account-ssh-keys.ts'
import type { SshPublicKey } from './ssh-public-key.ts'

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

export function takenHere(key: SshKey): Taken {
  return {
    where: 'this-account',
    keyId: key.id,
    message: `This key is on this account already, as “${key.title}”.`,
    hint: 'Nothing needs to be done.',
  }
}

/** Finds out who has a key, asking the accounts that are signed in here; each is asked once. */
export class TakenKeys {
  readonly #others: readonly AccountService[]
  readonly #lists = new Map<string, Promise<SshKey[] | undefined>>()

  constructor(others: readonly AccountService[]) {
    this.#others = others
  }

  async where(key: SshPublicKey, own: readonly SshKey[]): Promise<Taken> {
    const here = findSshKey(own, key)
    if (here) return takenHere(here)
    let allAnswered = true
    for (const other of this.#others) {
      const list = await this.#listOf(other)
      const found = list && findSshKey(list, key)
      if (found) return takenByOther(other.account, found)
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

  #listOf(other: AccountService): Promise<SshKey[] | undefined> {
    const list = this.#lists.get(other.account) ?? allSshKeys(other).catch(() => undefined)
    this.#lists.set(other.account, list)
    return list
  }
}

function takenByOther(account: string, { id, title }: SshKey): Taken {
  return {
    where: 'another-account',
    account,
    keyId: id,
    message: `Another account that is signed in here has this key, as “${title}”.`,
    hint: 'A key can be on one account only: delete it there first, or make a new one.',
  }
}
