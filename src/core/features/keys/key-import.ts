import type { KeyImportResult, KeyInUse } from '../../../shared/operations/keys.ts'
import { type FailureKind, unreachableKinds } from '../../../shared/rules/failure.ts'
import type { KeyImportEvent } from '../../../shared/operations/host.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import { textOf } from '../../platform/messages.ts'

/** A key on the account; `identity` is absent if the key couldn't be parsed. */
export interface AccountKeyEntry {
  entry: { id: number }
  identity?: string | undefined
}

/** Reports an import's progress and can stop it. */
export interface ImportProgress {
  onResult?(localKeyId: string): void
  /** Stops the import before the next key. */
  signal?: AbortSignal
}

/** Adds keys one by one. Continues after a failure unless the remaining keys would fail the same way. */
export async function importEach<Choice extends { localKeyId: string }, Key>(
  choices: readonly Choice[],
  importKey: (choice: Choice) => Promise<KeyImportResult<Key>>,
  { onResult, signal }: ImportProgress = {},
): Promise<KeyImportResult<Key>[]> {
  const results: KeyImportResult<Key>[] = []
  let hasFatalFailure = false
  for (const choice of choices) {
    const { localKeyId } = choice
    if (hasFatalFailure || signal?.aborted) {
      results.push({ outcome: 'not-tried', localKeyId })
      continue
    }
    const result = await importKey(choice).catch((error: unknown): KeyImportResult<Key> => {
      if (!(error instanceof FailureError)) throw error
      return { outcome: 'failed', localKeyId, failure: formatFailure(error.failure) }
    })
    hasFatalFailure = result.outcome === 'failed' && fatalFailures.has(result.failure.kind)
    results.push(result)
    onResult?.(localKeyId)
  }
  return results
}

/** The running imports, by the account that sends the requests. */
export class RunningImports {
  readonly #running = new Map<AbortController, string>()
  readonly #notify: (event: KeyImportEvent) => void

  /** Calls `notify` for each key as soon as it has a result. */
  constructor(notify: (event: KeyImportEvent) => void) {
    this.#notify = notify
  }

  async run<T>(
    { account }: GitLabClient,
    importKeys: (progress: ImportProgress) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    this.#running.set(controller, account)
    try {
      return await importKeys({
        onResult: (localKeyId) => this.#notify({ account, localKeyId }),
        signal: controller.signal,
      })
    } finally {
      this.#running.delete(controller)
    }
  }

  /** Stops an account's imports before their next key. */
  cancel({ account }: GitLabClient): Record<string, never> {
    for (const [controller, sender] of this.#running) {
      if (sender === account) controller.abort()
    }
    return {}
  }
}

/** Failures that would affect all remaining keys. */
const fatalFailures: ReadonlySet<FailureKind> = new Set<FailureKind>([
  ...unreachableKinds,
  'unauthorized',
  'forbidden',
  'service-error',
  'unknown-outcome',
  'keychain',
])

/**
 * Whether a key was rejected because it's in use. Keys are unique across an instance (`app/models/key.rb`), and GitLab
 * versions report this under different fields.
 */
export function isKeyInUse(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { fields, serviceText = '', status } = error.failure
  if (status !== 400 && status !== 409) return false
  return (fields ? keyTakenPattern : /already been taken/i).test(serviceText)
}

const keyTakenPattern = /(?:^|; )(?:fingerprint|fingerprint_sha256|key) [^;]*already been taken/i

/** The user who gets the imported keys. */
interface Owner {
  /** The account that sends the requests. */
  readonly gitlab: GitLabClient
  readonly isOwn: boolean
}

/** Messages for a key that is already in use. */
interface InUseMessages<Key extends AccountKeyEntry> {
  /** The target account already has the key. */
  onAccount(key: Key, isOwn: boolean): { message: Message; hint: Message }
  /** Another account signed in here has the key. `isSender`: whether that account sends the requests. */
  elsewhere(key: Key, isSender: boolean): Message
  /** None of the accounts signed in here has it. */
  bySomeoneElse: Message
}

type InUse = Omit<KeyInUse, 'localKeyId'>

/** Finds the signed-in account that has a key; reads each account's keys once. */
export class KeysInUse<Key extends AccountKeyEntry> {
  readonly #owner: Owner
  readonly #others: readonly GitLabClient[]
  readonly #keysOf: (account: GitLabClient) => Promise<Key[]>
  readonly #texts: InUseMessages<Key>
  readonly #lists = new Map<string, Promise<Key[] | undefined>>()

  /** `others`: the other accounts on the same instance, except the one that sends the requests. */
  constructor(
    owner: Owner,
    others: readonly GitLabClient[],
    keysOf: (account: GitLabClient) => Promise<Key[]>,
    texts: InUseMessages<Key>,
  ) {
    this.#owner = owner
    // The administrator who sends the requests may have the key.
    this.#others = owner.isOwn ? others : [owner.gitlab, ...others]
    this.#keysOf = keysOf
    this.#texts = texts
  }

  /** The account's copy of the key, if any. */
  findOnAccount(identity: string, onAccount: readonly Key[]): InUse | undefined {
    const key = findKey(onAccount, identity)
    if (!key) return undefined
    const texts = this.#texts.onAccount(key, this.#owner.isOwn)
    return inUse({ where: 'this-account', keyId: key.entry.id }, texts.message, texts.hint)
  }

  /** Finds out who has a key that GitLab rejected as being in use. */
  async findAnywhere(identity: string, onAccount: readonly Key[]): Promise<InUse> {
    const ownUse = this.findOnAccount(identity, onAccount)
    if (ownUse) return ownUse
    let isComplete = true
    for (const other of this.#others) {
      const { account } = other
      const list = this.#lists.get(account) ?? this.#keysOf(other).catch(() => undefined)
      this.#lists.set(account, list)
      const keys = await list
      const key = keys && findKey(keys, identity)
      if (key) {
        const text = this.#texts.elsewhere(key, account === this.#owner.gitlab.account)
        const place = { where: 'another-account', account, keyId: key.entry.id } as const
        return inUse(place, text, message('keys.deleteThereFirst'))
      }
      isComplete &&= keys !== undefined
    }
    const text = isComplete ? this.#texts.bySomeoneElse : message('keys.onAnotherAccount')
    return inUse({ where: 'somebody-else' }, text, message('keys.removeThere'))
  }
}

function findKey<Key extends AccountKeyEntry>(
  keys: readonly Key[],
  identity: string,
): Key | undefined {
  return keys.find((key) => key.identity === identity)
}

function inUse(
  place: Omit<InUse, 'outcome' | 'message' | 'hint'>,
  text: Message,
  hint: Message,
): InUse {
  return { outcome: 'taken', ...place, message: textOf(text), hint: textOf(hint) }
}
