import { z } from 'zod'
import { SentDate } from '../../shared/gitlab/fields.ts'
import { actionsWithReason, cappedActions, isPattern } from '../../shared/rules/ceilings.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import { maxStored } from '../platform/sqlite/stored-row.ts'

const Time = z.number().min(-maxStored).max(maxStored)

/** A ceiling (null: none) and when it applies from, in milliseconds since 1970. */
const ChosenCeiling = z.object({ limit: z.int().min(0).nullable(), since: Time })

const StoredException = z.object({
  username: z.string(),
  reason: z.string(),
  ticket: z.string().optional(),
  until: SentDate.optional(),
  /** Who made it, and when. */
  by: z.string(),
  since: Time,
})

const InstanceLimits = z.object({
  /** When each user or token was counted, by action. */
  counted: z.partialRecord(z.enum(cappedActions), z.record(z.string(), Time)).default({}),
  /** The ceilings chosen here, in the order in which they apply. */
  chosen: z.partialRecord(z.enum(cappedActions), z.array(ChosenCeiling)).default({}),
  /** The actions that need a reason, if that was changed here. */
  withReason: z.array(z.enum(actionsWithReason)).optional(),
  /** A regular expression that each of these reasons matches somewhere. */
  ticketPattern: z.string().refine(isPattern).optional(),
  /** The users whom no run touches, by ID. */
  exceptions: z.record(z.string().refine(isUserId), StoredException).default({}),
})
export type InstanceLimits = z.output<typeof InstanceLimits>

/** Keyed by instance, because its limits are for all its accounts here. */
// guard: limits-instance
export const LimitsFile = z.record(z.string().refine(isBaseUrl), InstanceLimits)
export type LimitsFile = z.output<typeof LimitsFile>

/** Whether a text is an ID as it is looked up, and is sent to the page. */
function isUserId(text: string): boolean {
  // guard: exception-id
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}

/** Whether a text is spelled like the base URL of an account. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && text === `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

/** What is stored about an instance. */
export function limitsOf(file: JsonFile<LimitsFile>, instance: string): InstanceLimits {
  return file.read()[instance] ?? { counted: {}, chosen: {}, exceptions: {} }
}

/** Changes what is stored about an instance. Throws if it can't be stored, or if it would replace what is unknown. */
export function updateLimits(
  file: JsonFile<LimitsFile>,
  instance: string,
  changes: Partial<InstanceLimits>,
): void {
  const unread = unreadLimits(file)
  // guard: unread-limits
  if (unread) throw new FailureError(unread)
  file.write({ ...file.read(), [instance]: { ...limitsOf(file, instance), ...changes } })
}

/**
 * Why nobody knows an instance's ceilings and exceptions: the file is damaged or can't be read. Until that is repaired, or
 * somebody starts with new ones, nothing that they could forbid may be sent.
 */
export function unreadLimits(file: JsonFile<LimitsFile>): UnformattedFailure | undefined {
  // guard: damaged-limits
  return file.isInvalid() || !isReadable(file) ? createFailure('limits.damaged') : undefined
}

function isReadable(file: JsonFile<LimitsFile>): boolean {
  try {
    file.assertReadable()
    return true
  } catch {
    return false
  }
}
