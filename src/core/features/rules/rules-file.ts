import { z } from 'zod'
import { RuleEntry, RuleFields, ruleOutcomes } from '../../../shared/operations/rules.ts'

/** How many entries of each rule are kept. */
export const ruleHistoryLimit = 120

/** IDs in one text, because the number of values in a file is limited. */
const IdText = z.string().regex(/^(\d+( \d+)*)?$/)

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
export const RulesFile = z.object({ rules: z.array(StoredRule).default([]) })
export type RulesFile = z.output<typeof RulesFile>

export function toIdText(ids: readonly number[]): string {
  return ids.join(' ')
}

export function fromIdText(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number)
}
