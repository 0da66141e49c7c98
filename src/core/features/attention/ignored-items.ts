import { z } from 'zod'
import type { Attention, AttentionItem } from '../../../shared/operations/attention.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { Context } from '../../context.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import type { AttentionResult } from './attention.ts'

/** The keys of items that an account ignores, latest first. */
const IgnoredItemsFile = z.object({ keys: z.array(z.string()).default([]) })
type IgnoredItemsFile = z.output<typeof IgnoredItemsFile>

/** Beyond this number, the oldest are dropped. */
const maxIgnored = 500

/** Each account's ignored attention items and ignored keys on this computer. */
export function openIgnoredItems({ documents }: Context): IgnoredItems {
  return new IgnoredItems(documents.define(accountFiles.ignoredAttention, IgnoredItemsFile))
}

/** Stores which items the user ignores. Attention items stay ignored until they disappear. */
export class IgnoredItems {
  readonly #fileOf: (account: string) => JsonFile<IgnoredItemsFile>

  constructor(fileOf: (account: string) => JsonFile<IgnoredItemsFile>) {
    this.#fileOf = fileOf
  }

  ignore(account: string, key: string): undefined {
    const file = this.#fileOf(account)
    const others = file.read().keys.filter((other) => other !== key)
    file.write({ keys: [key, ...others].slice(0, maxIgnored) })
  }

  restore(account: string, keys: readonly string[]): undefined {
    const file = this.#fileOf(account)
    file.write({ keys: file.read().keys.filter((key) => !keys.includes(key)) })
  }

  of(account: string): ReadonlySet<string> {
    return new Set(this.#fileOf(account).read().keys)
  }

  /** Separates out ignored items. Forgets those that have disappeared, so that they are shown again if they return. */
  separate(account: string, { complete, items, ...others }: AttentionResult): Attention {
    const file = this.#fileOf(account)
    const keyed = items.map((item) => ({ ...item, key: keyOf(item) }))
    const itemKeys = new Set(keyed.map(({ key }) => key))
    const before = file.read().keys
    const kinds: ReadonlySet<string> = complete
    const keys = before.filter((key) => itemKeys.has(key) || !kinds.has(kindOf(key)))
    if (keys.length < before.length) file.saveOrReport({ keys })
    return {
      ...others,
      items: keyed.filter(({ key }) => !keys.includes(key)),
      ignored: keyed.filter(({ key }) => keys.includes(key)),
    }
  }
}

/** Identifies an item. Changes if the item gets worse. */
function keyOf(item: AttentionItem): string {
  return [item.kind, ...subjectOf(item)].join(' ')
}

function subjectOf(item: AttentionItem): (string | number)[] {
  switch (item.kind) {
    case 'ssh-keys-missing':
    case 'two-factor-off':
    case 'access-token-unsaved':
      return []
    case 'ssh-key-expired':
    case 'ssh-key-expiring':
      return [item.keyId, item.at]
    case 'ssh-key-weak':
      return [item.keyId]
    case 'local-key-unprotected':
      return [item.fingerprint]
    case 'key-on-two-accounts':
      return [item.type, item.keyId, ...item.others.map(({ id }) => id).toSorted()]
    case 'email-unconfirmed':
      return [item.emailId]
    case 'token-expired':
    case 'token-expiring':
      return [item.tokenId, item.at]
    case 'token-unused':
      return [item.tokenId]
    case 'access-token-expired':
    case 'access-token-expiring':
      return [item.at]
  }
}

function kindOf(key: string): string {
  return key.split(' ')[0]!
}
