import { randomUUID } from 'node:crypto'
import type { RuleEntry, RuleFields } from '../../../shared/operations/rules.ts'
import { rulesLimit } from '../../../shared/rules/limits.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { createFailureError } from '../../platform/failures.ts'
import { type RulesFile, type StoredRule, ruleHistoryLimit } from './rules-file.ts'

type File = Pick<JsonFile<RulesFile>, 'read' | 'write' | 'saveOrReport' | 'isInvalid'>

/** Each account's rules, their open proposals, and their history. */
export class RuleStore {
  readonly #fileOf: (account: string) => File
  /** The rule that was removed last and its index, by account. */
  readonly #removed = new Map<string, { rule: StoredRule; index: number }>()

  constructor(fileOf: (account: string) => File) {
    this.#fileOf = fileOf
  }

  list(account: string): readonly StoredRule[] {
    return this.#fileOf(account).read().rules
  }

  /** Throws if the rules are unknown, because their file is damaged. */
  assertKnown(account: string): void {
    // guard: damaged-rules
    if (this.#fileOf(account).isInvalid()) throw createFailureError('rules.damaged')
  }

  find(account: string, id: string): StoredRule | undefined {
    return this.list(account).find((rule) => rule.id === id)
  }

  /** Adds a rule, or replaces the one with the same ID. Times before `now` are never caught up. */
  save(
    account: string,
    { id, ...sent }: RuleFields & { id?: string | undefined },
    now: number,
  ): void {
    const fields = { ...sent, name: sent.name.trim(), days: toDays(sent.days) }
    const before = id === undefined ? undefined : this.find(account, id)
    const rules = this.list(account)
    if (before) return this.#write(account, replace(rules, edited(before, fields, now)))
    if (rules.length >= rulesLimit) throw createFailureError('rules.tooMany', { max: rulesLimit })
    const added = { ...fields, id: id ?? randomUUID(), checkedUntil: now, history: [] }
    this.#write(account, [...rules, added])
  }

  remove(account: string, id: string): void {
    const rules = this.list(account)
    const index = rules.findIndex((rule) => rule.id === id)
    const rule = rules[index]
    if (!rule) return
    this.#write(account, rules.toSpliced(index, 1))
    this.#removed.set(account, { rule, index })
  }

  /** Restores the rule that was removed last. */
  restore(account: string, id: string): void {
    const removed = this.#removed.get(account)
    if (removed?.rule.id !== id || this.find(account, id)) return
    this.#write(account, this.list(account).toSpliced(removed.index, 0, removed.rule))
    this.#removed.delete(account)
  }

  /** Closes an open proposal, unless a newer one has replaced it. A run that was started from it is recorded anyway. */
  closeProposal(account: string, { id, at }: { id: string; at: number }, entry: RuleEntry): void {
    const rule = this.find(account, id)
    const isOpen = rule?.proposal?.at === at
    if (!rule || !(isOpen || entry.outcome === 'started')) return
    const { proposal: _, ...closed } = rule
    const after = withRuleEntry(isOpen ? closed : rule, entry)
    this.#write(account, replace(this.list(account), after))
  }

  /** Records what a check found. If that can't be saved, it is kept in memory. */
  record(account: string, rule: StoredRule): void {
    this.#fileOf(account).saveOrReport({ rules: replace(this.list(account), rule) })
  }

  forget(account: string): void {
    this.#removed.delete(account)
  }

  #write(account: string, rules: StoredRule[]): void {
    this.assertKnown(account)
    this.#fileOf(account).write({ rules })
  }
}

/** Adds an entry to a rule's history. */
export function withRuleEntry(rule: StoredRule, entry: RuleEntry): StoredRule {
  return { ...rule, history: [entry, ...rule.history].slice(0, ruleHistoryLimit) }
}

/** Whether two versions of a rule propose the same action on the same users. */
export function proposesSame(one: RuleFields, other: RuleFields): boolean {
  const key = ({ filter, order_by, sort, action, atMost }: RuleFields) =>
    JSON.stringify([Object.entries(filter).toSorted(), order_by, sort, action, atMost])
  return key(one) === key(other)
}

function edited(before: StoredRule, fields: RuleFields, now: number): StoredRule {
  const isSameTime = before.at === fields.at && before.days.join() === fields.days.join()
  const after = { ...before, ...fields, ...(!isSameTime && { checkedUntil: now }) }
  if (proposesSame(before, fields)) return after
  const { proposal: _, lastIds: __, ...withoutProposal } = after
  return withoutProposal
}

function replace(rules: readonly StoredRule[], rule: StoredRule): StoredRule[] {
  return rules.map((other) => (other.id === rule.id ? rule : other))
}

function toDays(days: readonly number[]): number[] {
  return [...new Set(days)].toSorted((a, b) => a - b)
}
