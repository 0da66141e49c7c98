import { z } from 'zod'
import { SentId } from '../../../shared/gitlab/fields.ts'
import { RuleEntry, RuleFields, ruleOutcomes } from '../../../shared/operations/rules.ts'
import { proposedUsersLimit, rulesLimit } from '../../../shared/rules/limits.ts'

/** How many entries of each rule are kept. */
export const ruleHistoryLimit = 120

/** IDs in one text, because the number of values in a file is limited. */
const IdText = z.string().refine(isIdText)

/** Whether a text has IDs as they are sent, and no more than a proposal may have. */
function isIdText(text: string): boolean {
  if (text.length > 20 * proposedUsersLimit) return false
  // guard: proposed-ids
  return (
    text === '' ||
    text.split(' ').every((id) => SentId.safeParse(Number(id)).success && id === String(Number(id)))
  )
}

const StoredProposal = z.object({
  at: z.number(),
  due: z.number().optional(),
  missed: z.number(),
  asOf: z.number(),
  ids: IdText,
  left: z.number(),
  skippedCount: z.number(),
  /** The reasons are serialized messages. */
  skipped: z.array(z.object({ why: z.string(), count: z.number() })),
  room: z.number().optional(),
  /** The users of the last proposal; absent for the first. */
  previous: IdText.optional(),
})
export type StoredProposal = z.output<typeof StoredProposal>

const StoredRule = z.object({
  ...RuleFields.unwrap().shape,
  id: z.string(),
  /** Times of the rule up to this one are done, in milliseconds since 1970. */
  checkedUntil: z.number(),
  proposal: StoredProposal.optional(),
  /** The users of the last proposal, even if it isn't open anymore. */
  lastIds: IdText.optional(),
  /** Newest first; the reasons are serialized messages. */
  history: z.array(RuleEntry.extend({ outcome: z.enum(ruleOutcomes) })).default([]),
})
export type StoredRule = z.output<typeof StoredRule>

/** An account's rules. */
export const RulesFile = z.object({ rules: z.array(StoredRule).refine(areRules).default([]) })
export type RulesFile = z.output<typeof RulesFile>

/** Whether rules can be told apart, and are no more than there can be, even with restored ones. */
function areRules(rules: readonly { id: string }[]): boolean {
  // guard: stored-rules
  return rules.length <= 2 * rulesLimit && new Set(rules.map(({ id }) => id)).size === rules.length
}

export function toIdText(ids: readonly number[]): string {
  return ids.join(' ')
}

export function fromIdText(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number)
}
