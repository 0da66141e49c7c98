import { textOf } from '../infra/messages.ts'
import type { Account } from '../../shared/app/accounts.ts'
import type { FieldChange, AuditLogEntry } from '../../shared/app/audit-log.ts'
import { type Failure, FailureError } from '../infra/failure.ts'
import { mayHaveHappened } from '../../shared/failure.ts'
import type { NewEntry } from './audit-log.ts'
import type { Say } from '../infra/log/log.ts'

/** What an administrator is about to do to somebody. */
export interface AuditEvent {
  /** A moderation action, or an operation of the service such as `users.modify`. */
  action: string
  target?: { id: number; username?: string }
  /** Which key, token, email or identity it is about. */
  object?: string
  /** Names of the fields that are sent. */
  fields?: readonly string[]
  /** Their values, and those that it ends. */
  changes?: readonly FieldChange[]
  reason?: string
  /** A value that is sent and is not written down, even where the service repeats it. */
  secret?: string
}

/** How it ended, as the journal says it. */
export type Outcome = Pick<AuditLogEntry, 'outcome' | 'answer'> & {
  /** What the service made of the fields, where that is known better than from what was sent. */
  changes?: readonly FieldChange[]
}

export interface AuditPorts {
  /** Adds an entry to the audit log of an account; throws where it can't be kept. */
  note(account: string, entry: NewEntry): void
  /** Throws when there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user'>
  /** What somebody is called, where an account was told already. */
  usernameOf(account: string, id: number): string | undefined
  /** Called with what was done and could not be written down. */
  unsaved(failure: Failure): void
  log: Say
}

/** Writes down what administrators do, apart from the queue, which does so itself. */
export class Audit {
  readonly #ports: AuditPorts

  constructor(ports: AuditPorts) {
    this.#ports = ports
  }

  /** Does it and notes how it ended. What failed before anything was sent did not happen, and is not noted. */
  async run<T>(
    account: string,
    auditEvent: AuditEvent,
    act: () => Promise<T>,
    changesIn?: (answer: T) => readonly FieldChange[],
  ): Promise<T> {
    const note = this.begin(account, auditEvent)
    try {
      const answer = await act()
      note({ outcome: 'done', changes: changesIn?.(answer) }, personIn(answer))
      return answer
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome) note(outcome)
      throw error
    }
  }

  /** For what ends in more ways than that: the account may be gone by then, so it is looked up now. */
  begin(account: string, auditEvent: AuditEvent): (outcome: Outcome, answered?: Person) => void {
    const { baseUrl, user } = this.#ports.account(account)
    const { action, object, fields, reason, secret } = auditEvent
    return ({ outcome, answer, changes = auditEvent.changes }, answered) => {
      const target = auditEvent.target ?? answered
      try {
        this.#ports.note(account, {
          instance: baseUrl,
          actor: { id: user.id, username: user.username },
          action,
          target: target && { id: target.id, username: this.#name(account, target, answered) },
          object,
          fields,
          changes,
          reason,
          outcome,
          answer: secret ? answer?.replaceAll(secret, '…') : answer,
        })
      } catch (error) {
        // What was done is done: that it could not be written down must not look like its failure.
        this.#ports.log('The audit log could not be written.', { error })
        this.#ports.unsaved(notWritten)
      }
    }
  }

  #name(account: string, target: Person, answered: Person | undefined): string | undefined {
    const said = answered?.id === target.id ? answered.username : undefined
    return said ?? target.username ?? this.#ports.usernameOf(account, target.id)
  }
}

const notWritten: Failure = {
  kind: 'unexpected',
  message: "Couldn't write to the audit log on this computer.",
  hint: "What was done on the service isn't affected. Check that the disk isn't full.",
}

interface Person {
  id: number
  username?: string
}

/** How a call that failed ended; nothing where it never left this machine. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (!(error instanceof FailureError)) return undefined
  const { message, status, creation } = error.failure
  if (creation?.found === 'yes') return { outcome: 'done', answer: textOf(message) }
  if (creation || mayHaveHappened(error.failure))
    return { outcome: 'unknown', answer: textOf(message) }
  return status === undefined ? undefined : { outcome: 'refused', answer: textOf(message) }
}

/** The person whom an answer is about, where it is about one. */
function personIn(answer: unknown): Person | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { id, username } = answer as Record<string, unknown>
  return typeof id === 'number' && typeof username === 'string' ? { id, username } : undefined
}
