import { createHmac, randomBytes } from 'node:crypto'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { message } from '../../shared/messages/message.ts'
import {
  type CappedAction,
  type CeilingUse,
  ceilingDayMs,
  ceilingUse,
  defaultCeilings,
  isRaise,
  raiseDelayMs,
} from '../../shared/rules/ceilings.ts'
import { operationName } from '../gitlab/tasks.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure, createFailureError } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import {
  type InstanceLimits,
  type LimitsFile,
  limitsOf,
  unreadLimits,
  updateLimits,
} from './limits-file.ts'
import { organizationOf } from './policy-failures.ts'

export interface CeilingsOptions {
  file: JsonFile<LimitsFile>
  policy: ManagedPolicy
  /** Milliseconds since 1970, by this computer's clock. */
  now(): number
  /** Milliseconds since any start; setting the clock doesn't change it. */
  uptime?(): number
}

/** A ceiling as it applies now. */
export interface CurrentCeiling extends Pick<CeilingUse, 'used' | 'left'> {
  /** Null if the action has none. */
  limit: number | null
  /** The company's ceiling, above which it can't be raised. */
  highest?: number
  /** A higher one that was chosen, and when it applies. */
  raise?: { limit: number | null; at: number }
}

/**
 * How many users or tokens each action may affect in a day, per instance. Guarantee: whatever an account sends is on disk as
 * counted before it is sent, so splitting, restarting, and signing out don't make room.
 */
export class Ceilings {
  readonly #options: CeilingsOptions
  readonly #started: number
  /** The last time that each instance sent, and the uptime then. */
  readonly #seen = new Map<string, { date: number; uptime: number }>()

  constructor(options: CeilingsOptions) {
    this.#options = options
    this.#started = this.#uptime()
  }

  /** Why neither the ceilings nor the exceptions are known; undefined if they are. */
  problem(): UnformattedFailure | undefined {
    return unreadLimits(this.#options.file)
  }

  /** Notes the time of an instance's response. */
  noteDate(instance: string, date: number): void {
    this.#seen.set(instance, { date, uptime: this.#uptime() })
  }

  /**
   * Counts a request that is about to be sent. Throws if it is one too many. The returned function takes that back if the
   * request certainly changed nothing.
   */
  take(instance: string, endpoint: AnyEndpoint, input: unknown): () => void {
    const request = cappedRequest(endpoint, input)
    if (!request) return () => undefined
    const unread = this.problem()
    if (unread) throw new FailureError(unread)
    if (this.limitOf(instance, request.action) === null) return () => undefined
    const { action, target } = request
    const before = this.#times(instance, action)[target]
    const refusal = this.refusalOf(instance, action, { wanted: 1, target })
    // guard: ceilings
    if (refusal) throw new FailureError(refusal)
    this.#count(instance, action, target, this.#now(instance))
    return () => this.#count(instance, action, target, before)
  }

  /**
   * Why that many more are too many; undefined if they aren't. A `target` that already counts doesn't count twice. `ahead` is
   * what other runs are about to send.
   */
  refusalOf(
    instance: string,
    action: CappedAction,
    { wanted, ahead, target }: { wanted: number; ahead?: number; target?: string },
  ): UnformattedFailure | undefined {
    const limit = this.limitOf(instance, action)
    if (limit === null) return undefined
    const times = this.#times(instance, action)
    const dayStart = this.#now(instance) - ceilingDayMs
    if (target !== undefined && (times[target] ?? -Infinity) > dayStart) return undefined
    const { left, over, freeAt } = ceilingUse(limit, Object.values(times), {
      wanted,
      dayStart,
      ...(ahead !== undefined && { ahead }),
    })
    if (over === 0) return undefined
    const host = new URL(instance).host
    const failure = createFailure('limits.over', { action: ceilingName(action), limit, host, over })
    return {
      ...failure,
      hint:
        freeAt === undefined
          ? message(limit === 0 || wanted === 1 ? 'limits.noneHint' : 'limits.spreadHint', { left })
          : message('limits.waitHint', { left, free: freeAt }),
    }
  }

  /** Why a run over that many more is too many, and how many there is room for; undefined if it isn't. */
  excessOf(
    instance: string,
    action: CappedAction,
    { aheadOf, ...request }: { wanted: number; aheadOf(): number; target?: string },
  ): { left: number; failure: UnformattedFailure } | undefined {
    if (this.limitOf(instance, action) === null) return undefined
    const ahead = aheadOf()
    const failure = this.refusalOf(instance, action, { ...request, ahead })
    return failure && { left: Math.max(0, this.get(instance, action).left - ahead), failure }
  }

  /** The ceiling of an action, which is the lower one of the company's and the one chosen here; null if it has none. */
  limitOf(instance: string, action: CappedAction): number | null {
    const company = this.#options.policy.values.ceilings?.[action]
    const now = this.#now(instance)
    const chosen = this.#chosen(instance, action).findLast(({ since }) => since <= now)
    if (!chosen) return company ?? defaultCeilings[action] ?? null
    return company === undefined || !isRaise(company, chosen.limit) ? chosen.limit : company
  }

  /** The ceiling of an action and what is left of it. */
  get(instance: string, action: CappedAction): CurrentCeiling {
    const limit = this.limitOf(instance, action)
    const highest = this.#options.policy.values.ceilings?.[action]
    const now = this.#now(instance)
    const raise = this.#chosen(instance, action).find(({ since }) => since > now)
    const { used, left } = ceilingUse(
      limit ?? Infinity,
      Object.values(this.#times(instance, action)),
      {
        wanted: 0,
        dayStart: now - ceilingDayMs,
      },
    )
    return {
      limit,
      used,
      left,
      ...(highest !== undefined && { highest }),
      ...(raise && { raise: { limit: raise.limit, at: raise.since } }),
    }
  }

  /** Throws if the company doesn't allow a ceiling. */
  assertAllowed(action: CappedAction, limit: number | null): void {
    const { policy } = this.#options
    const highest = policy.values.ceilings?.[action]
    if (highest === undefined || (limit !== null && limit <= highest)) return
    throw createFailureError('limits.aboveCompany', {
      organization: organizationOf(policy),
      highest,
    })
  }

  /** Changes a ceiling: a lower one applies at once, a higher one after an hour. Throws if it can't be stored. */
  set(instance: string, action: CappedAction, limit: number | null): void {
    this.assertAllowed(action, limit)
    const now = this.#now(instance)
    const current = this.limitOf(instance, action)
    const waits = isRaise(current, limit) && !this.#options.policy.values.raiseCeilingsAtOnce
    // guard: raised-ceiling
    const chosen = waits
      ? [
          { limit: current, since: 0 },
          { limit, since: now + raiseDelayMs },
        ]
      : [{ limit, since: 0 }]
    this.#update(instance, { chosen: { ...this.#of(instance).chosen, [action]: chosen } })
  }

  /** Starts with no ceilings, exceptions, and required reasons of any instance but the defaults. Keeps the damaged file. */
  startAnew(): void {
    this.#options.file.write({})
  }

  /** For an instance that no longer exists. */
  forgetInstance(instance: string): void {
    const { [instance]: known, ...others } = this.#options.file.read()
    if (known) this.#options.file.saveOrReport(others)
  }

  clear(): void {
    this.#options.file.remove()
  }

  /**
   * The instance's time. Before its first response, it is the earlier one of this computer's time and the last one known,
   * so that the fuller of the two days counts.
   */
  #now(instance: string): number {
    const seen = this.#seen.get(instance)
    if (seen) return seen.date + this.#uptime() - seen.uptime
    const times = Object.values(this.#of(instance).counted).flatMap((of) => Object.values(of))
    if (times.length === 0) return this.#options.now()
    const last = times.reduce((latest, at) => Math.max(latest, at), -Infinity)
    return Math.min(this.#options.now(), last + this.#uptime() - this.#started)
  }

  #uptime(): number {
    return (this.#options.uptime ?? uptimeMs)()
  }

  #count(instance: string, action: CappedAction, target: string, at: number | undefined): void {
    const { [target]: _, ...others } = this.#times(instance, action)
    const times = Object.entries(at === undefined ? others : { ...others, [target]: at })
    // Twice a day, in case the instance's clock is set back.
    const oldest = this.#now(instance) - 2 * ceilingDayMs
    const kept = Object.fromEntries(times.filter(([, time]) => time > oldest))
    this.#update(instance, { counted: { ...this.#of(instance).counted, [action]: kept } })
  }

  #times(instance: string, action: CappedAction): Readonly<Record<string, number>> {
    return this.#of(instance).counted[action] ?? {}
  }

  #chosen(instance: string, action: CappedAction) {
    return this.#of(instance).chosen[action] ?? []
  }

  #of(instance: string): InstanceLimits {
    return limitsOf(this.#options.file, instance)
  }

  #update(instance: string, changes: Partial<InstanceLimits>): void {
    updateLimits(this.#options.file, instance, changes)
  }
}

function uptimeMs(): number {
  return performance.now()
}

/** The name of an action with a ceiling. */
export function ceilingName(action: CappedAction) {
  return message(`limits.${action}`)
}

const countKey = randomBytes(32)

/** Tells tokens apart until Latchkey quits. The count is stored, so it mustn't reveal them. */
function unlinkable(token: unknown): string {
  // guard: counted-token
  return createHmac('sha256', countKey).update(String(token)).digest('base64url')
}

type Input = Readonly<Record<string, unknown>>

/** The endpoints of each action, and the user or token that a request to them is about. */
const cappedEndpoints: Readonly<
  Record<string, { action: CappedAction; target(input: Input): unknown }>
> = {
  'users.remove': { action: 'delete', target: ({ id }) => id },
  'moderation.ban': { action: 'ban', target: ({ id }) => id },
  'moderation.deactivate': { action: 'deactivate', target: ({ id }) => id },
  'twoFactor.disable': { action: 'disable_two_factor', target: ({ id }) => id },
  'users.modify': {
    action: 'remove_admin',
    target: ({ id, admin }) => (admin === false ? id : undefined),
  },
  'impersonationTokens.revoke': {
    action: 'revoke_tokens',
    target: ({ impersonation_token_id: id }) => id,
  },
  'anyTokens.revoke': { action: 'revoke_tokens', target: ({ token }) => unlinkable(token) },
  'personalAccessTokens.revoke': { action: 'revoke_tokens', target: ({ token_id: id }) => id },
  'user.get': { action: 'view_as', target: ({ sudo }) => sudo },
}

/** What a request counts as; undefined if it doesn't count. */
function cappedRequest(
  endpoint: AnyEndpoint,
  input: unknown,
): { action: CappedAction; target: string } | undefined {
  const capped = cappedEndpoints[operationName(endpoint) ?? '']
  const target = capped?.target((input ?? {}) as Input)
  return capped && target !== undefined
    ? { action: capped.action, target: String(target) }
    : undefined
}
