import type { Account } from '../../shared/app/accounts.ts'
import type { FieldChange } from '../../shared/app/audit-log.ts'
import { type Failure, FailureError } from '../infra/failure.ts'
import { mayHaveHappened } from '../../shared/failure.ts'
import {
  type Message,
  type MessageValue,
  type Text,
  message,
} from '../../shared/messages/message.ts'
import type { NewEntry } from './audit-log.ts'
import type { LogFunction } from '../infra/log/log.ts'

/** What an administrator is about to do to a user. */
export interface AuditEvent {
  /** A moderation action, or an operation of the service such as `users.modify`. */
  action: string
  target?: { id: number; username?: string }
  /** Which key, token, email or identity it is about. */
  object?: string
  /** Names of the fields that are sent. */
  fields?: readonly string[]
  /** Their values, and the values that it ends. */
  changes?: readonly FieldChange[]
  reason?: string
  /** A value that is sent and is not written down, even where the service repeats it. */
  secret?: string
}

/** The outcome, as the audit log has it. */
export type Outcome = Pick<NewEntry, 'outcome' | 'answer'> & {
  /** The values that the service stored, where they are known better than from what was sent. */
  changes?: readonly FieldChange[]
}

export interface AuditPorts {
  /** Adds an entry to the audit log of an account; throws where it can't be kept. */
  addEntry(account: string, entry: NewEntry): void
  /** Throws when there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user'>
  /** The username of a user whom an account has seen already. */
  usernameOf(account: string, id: number): string | undefined
  /** Called where an action was done and could not be written to the audit log. */
  onUnsaved(failure: Failure): void
  log: LogFunction
}

/** Adds what administrators do to the audit log, except for the queue, which does so itself. */
export class Audit {
  readonly #ports: AuditPorts

  constructor(ports: AuditPorts) {
    this.#ports = ports
  }

  /** Acts and adds the outcome to the audit log. What failed before anything was sent did not happen, and is not added. */
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
      const outcome = outcomeOfFailure(error)
      if (outcome) note(outcome)
      throw error
    }
  }

  /** For what ends in more ways than that. The account may be gone by then, so it is looked up now. */
  begin(account: string, auditEvent: AuditEvent): (outcome: Outcome, answered?: SeenUser) => void {
    const { baseUrl, user } = this.#ports.account(account)
    const { action, object, fields, reason, secret } = auditEvent
    return ({ outcome, answer, changes = auditEvent.changes }, answered) => {
      const target = auditEvent.target ?? answered
      try {
        this.#ports.addEntry(account, {
          instance: baseUrl,
          actor: { id: user.id, username: user.username },
          action,
          target: target && { id: target.id, username: this.#name(account, target, answered) },
          object,
          fields,
          changes,
          reason,
          outcome,
          answer: answer && secret ? withoutSecret(answer, secret) : answer,
        })
      } catch (error) {
        // The action itself has succeeded or failed already: this must not look like its failure.
        this.#ports.log('The audit log could not be written.', { error })
        this.#ports.onUnsaved(notWrittenFailure)
      }
    }
  }

  #name(account: string, target: SeenUser, answered: SeenUser | undefined): string | undefined {
    const username = answered?.id === target.id ? answered.username : undefined
    return username ?? target.username ?? this.#ports.usernameOf(account, target.id)
  }
}

const notWrittenFailure: Failure = {
  kind: 'unexpected',
  message: message('auditLog.notWritten'),
  hint: message('auditLog.notWrittenHint'),
}

interface SeenUser {
  id: number
  username?: string
}

/** The outcome of a call that failed; none where nothing was sent. */
export function outcomeOfFailure(error: unknown): Outcome | undefined {
  if (!(error instanceof FailureError)) return undefined
  const { message: answer, status, creation } = error.failure
  if (creation?.found === 'yes') return { outcome: 'done', answer }
  if (creation || mayHaveHappened(error.failure)) return { outcome: 'unknown', answer }
  return status === undefined ? undefined : { outcome: 'refused', answer }
}

/** An answer without a secret that the service repeats in it. */
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

/** The user whom an answer is about, if any. */
function findUser(answer: unknown): SeenUser | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { id, username } = answer as Record<string, unknown>
  return typeof id === 'number' && typeof username === 'string' ? { id, username } : undefined
}
