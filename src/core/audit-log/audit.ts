import { createFailure } from '../platform/failures.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { FieldChange } from '../../shared/operations/audit-log.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import {
  type Message,
  type MessageValue,
  type Text,
  message,
} from '../../shared/messages/message.ts'
import type { NewEntry } from './audit-log.ts'
import type { LogFunction } from '../platform/log/log.ts'

/** An administrator's action on a user. */
export interface AuditEvent {
  /** A moderation action, or an operation such as `users.modify`. */
  action: string
  target?: { id: number; username?: string }
  /** The affected key, token, email, or identity. */
  object?: string
  /** Names of the fields sent. */
  fields?: readonly string[]
  /** Their values, and any removed values. */
  changes?: readonly FieldChange[]
  reason?: string
  /** ID of its onboarding run. */
  onboardingRun?: number
  /** A sent value that is never stored, even if GitLab echoes it. */
  secret?: string
}

/** The outcome as recorded in the audit log. */
export type AuditOutcome = Pick<NewEntry, 'outcome' | 'answer'> & {
  /** The values that GitLab stored, if they differ from those sent. */
  changes?: readonly FieldChange[]
}

export interface AuditOptions {
  /** Adds an entry to an account's audit log; throws if it can't be stored. */
  addEntry(account: string, entry: NewEntry): void
  /** Throws if there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user'>
  /** The username of a user known to an account. */
  usernameOf(account: string, id: number): string | undefined
  /** Called if an action succeeded but couldn't be recorded. */
  onUnsaved(failure: UnformattedFailure): void
  log: LogFunction
}

/** Records administrators' actions, except for those in the queue, which records its own. */
export class Audit {
  readonly #options: AuditOptions

  constructor(options: AuditOptions) {
    this.#options = options
  }

  /** Runs an action and records its outcome. A failure before anything is sent isn't recorded. */
  async run<T>(
    account: string,
    auditEvent: AuditEvent,
    act: () => Promise<T>,
    changesIn?: (answer: T) => readonly FieldChange[],
  ): Promise<T> {
    const note = this.begin(account, auditEvent)
    try {
      const answer = await act()
      note({ outcome: 'done', changes: changesIn?.(answer) }, findUser(answer))
      return answer
    } catch (error) {
      const outcome = failureOutcome(error)
      if (outcome) note(outcome)
      throw error
    }
  }

  /** Returns a function that records the outcome. Reads the account now, because it may be signed out by then. */
  begin(
    account: string,
    auditEvent: AuditEvent,
  ): (outcome: AuditOutcome, answered?: SeenUser) => void {
    const { baseUrl, user } = this.#options.account(account)
    const { action, object, fields, reason, onboardingRun, secret } = auditEvent
    return ({ outcome, answer, changes = auditEvent.changes }, answered) => {
      const target = auditEvent.target ?? answered
      try {
        this.#options.addEntry(account, {
          instance: baseUrl,
          actor: { id: user.id, username: user.username },
          action,
          target: target && { id: target.id, username: this.#name(account, target, answered) },
          object,
          fields,
          changes,
          reason,
          onboardingRun,
          outcome,
          answer: answer && secret ? withoutSecret(answer, secret) : answer,
        })
      } catch (error) {
        // The action has already succeeded or failed, so this must not look like its outcome.
        this.#options.log('The audit log could not be written.', { error })
        this.#options.onUnsaved(createFailure('auditLog.notWritten'))
      }
    }
  }

  #name(account: string, target: SeenUser, answered: SeenUser | undefined): string | undefined {
    const username = answered?.id === target.id ? answered.username : undefined
    return username ?? target.username ?? this.#options.usernameOf(account, target.id)
  }
}

interface SeenUser {
  id: number
  username?: string
}

/** The outcome of a failed call; undefined if nothing was sent. */
export function failureOutcome(error: unknown): AuditOutcome | undefined {
  if (!(error instanceof FailureError)) return undefined
  const { message: answer, status, creation } = error.failure
  if (creation?.found === 'yes') return { outcome: 'done', answer }
  if (creation || mayHaveHappened(error.failure)) return { outcome: 'unknown', answer }
  return status === undefined ? undefined : { outcome: 'refused', answer }
}

/** Removes a secret that GitLab echoed. */
function withoutSecret(answer: Text, secret: string): Text {
  const clean = (value: MessageValue): MessageValue => {
    if (typeof value === 'string') return value.replaceAll(secret, '…')
    if (Array.isArray(value)) return value.map(clean)
    return isMessage(value) ? cleanMessage(value) : value
  }
  const cleanMessage = ({ id, values = {} }: Message): Message =>
    message(
      id,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value)])),
    )
  return clean(answer) as Text
}

function isMessage(value: MessageValue): value is Message {
  return typeof value === 'object' && 'id' in value
}

/** The user in a response, if any. */
function findUser(answer: unknown): SeenUser | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { id, username } = answer as Record<string, unknown>
  return typeof id === 'number' && typeof username === 'string' ? { id, username } : undefined
}
