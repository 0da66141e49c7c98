import type { Text } from '../../../shared/messages/message.ts'
import type { Policy } from '../../../shared/operations/policy.ts'

export { type Policy, policyKeys } from '../../../shared/operations/policy.ts'

/** An unknown key or invalid value, which doesn't apply. */
export interface PolicyProblem {
  key: string
  /** Why it doesn't apply. */
  reason: Text
}

/** The policy of this computer. */
export interface ManagedPolicy {
  /** The valid keys; empty without a policy. */
  values: Policy
  /** Absent without a policy. */
  source?: {
    /** The file or registry key. */
    path: string
    /** SHA-256 of its content, in hexadecimal; absent if it couldn't be read. */
    hash?: string
  }
  problems: readonly PolicyProblem[]
  /** Why an existing policy couldn't be read, which stops sign-in and everything that a key could forbid. */
  unreadable?: Text
}

/** The policy of a computer without one. */
export const noPolicy: ManagedPolicy = { values: {}, problems: [] }
