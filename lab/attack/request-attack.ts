import type { AllowedAnswer } from './judge.ts'
import { type WireRequest, requestText } from './wire.ts'

/** A hostile request, and what it may get at most. */
export interface RequestAttack {
  name: string
  bytes: string | Buffer
  allowed: AllowedAnswer
  /** It must not be refused sooner. */
  slowMs?: number
}

/** What a hostile request may know. */
export interface AttackTarget {
  port: number
  /** The secret of a tab, for what is wrong in spite of it. */
  tab: string
  usedKey: string
  /** The secret of a tab of another Latchkey. */
  otherTab: string
  /** An account that is signed in; not an administrator's. */
  account: string
}

export function createAttack(
  { port }: AttackTarget,
  name: string,
  allowed: AllowedAnswer,
  request: WireRequest,
): RequestAttack {
  return { name, allowed, bytes: requestText(port, request) }
}

/** The header by which the host knows its owner. */
export const ownerHeaders = ({ tab }: AttackTarget) => ({ Authorization: `Bearer ${tab}` })
