import type { AllowedResponse } from './judge.ts'
import { type WireRequest, requestText } from './wire.ts'

/** A hostile request, and the most that it may receive. */
export interface RequestAttack {
  name: string
  bytes: string | Buffer
  allowed: AllowedResponse
  /** The minimum time (ms) that a rejection must take. */
  slowMs?: number
}

/** What a hostile request can use. */
export interface AttackTarget {
  port: number
  /** A tab’s secret, for requests that must be rejected despite it. */
  tab: string
  usedKey: string
  /** The secret of a tab that belongs to another Latchkey. */
  otherTab: string
  /** A signed-in account without administrator rights. */
  account: string
}

export function createAttack(
  { port }: AttackTarget,
  name: string,
  allowed: AllowedResponse,
  request: WireRequest,
): RequestAttack {
  return { name, allowed, bytes: requestText(port, request) }
}

/** The header that authenticates a tab. */
export const ownerHeaders = ({ tab }: AttackTarget) => ({ Authorization: `Bearer ${tab}` })
