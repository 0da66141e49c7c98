import { createFailureError } from '../../platform/failures.ts'
import type { EditOutcome, UndoOutcome } from '../../../shared/operations/edit-outcome.ts'
import { z } from 'zod'
import {
  type SeenStatus,
  type StatusDraft,
  TimedStatus,
} from '../../../shared/operations/own-status.ts'
import {
  type ClearStatusAfter,
  type UserStatus,
  statusEndpoints as rows,
} from '../../../shared/gitlab/current-user.ts'
import {
  clearStatusAfter,
  commonDurations,
  durationMs,
  isSameInAnyCase,
  longerDuration,
  nearestDuration,
} from '../../../shared/rules/status-durations.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { saveEdit, undoEdit } from '../../gitlab/record-edits/record-edit.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { noStatus, statusEnd, statusAt } from '../../../shared/rules/status-end.ts'
import {
  type EditableStatus,
  editableStatus,
  toFields,
  noFields,
  asSingleField,
} from './status-fields.ts'

/** Recently used statuses, newest first. */
export const RecentStatusFile = z.object({ statuses: z.array(TimedStatus).default([]) })
type RecentStatusFile = z.output<typeof RecentStatusFile>

const maxRecent = 10

export interface OwnStatusOptions {
  /** The file with an account's recent statuses. */
  recentFor(account: string): Pick<JsonFile<RecentStatusFile>, 'read' | 'saveOrReport'>
  /** Whether the account is still signed in. */
  isSignedIn(account: string): boolean
  /** Milliseconds since 1970. */
  now(): number
  /** Called with every status that was read, set or cleared here. */
  seen?(account: string, status: UserStatus, from: 'reading' | 'writing'): void
}

interface DurationInput {
  before: SeenStatus
  clear: ClearStatusAfter | 'never' | 'keep'
  endsAt: number | undefined
  now: number
}

type StatusReplacement = EditOutcome<UserStatus> & { before: UserStatus }

/** The account’s own status. */
export class OwnStatus {
  readonly #options: OwnStatusOptions

  constructor(options: OwnStatusOptions) {
    this.#options = options
  }

  async get(gitlab: GitLabClient): Promise<UserStatus> {
    const answered = await gitlab.call(rows.get, {})
    return this.#seen(gitlab, statusAt(answered, this.#options.now()), 'reading')
  }

  /** Saves the fields that differ from `base`. Latchkey clears the status at `endsAt`. */
  async save(
    gitlab: GitLabClient,
    {
      base,
      clear,
      endsAt,
      ...draft
    }: StatusDraft & {
      base: SeenStatus
      clear: ClearStatusAfter | 'never' | 'keep'
      endsAt?: number | undefined
    },
  ): Promise<EditOutcome<UserStatus>> {
    const now = this.#options.now()
    const before = statusAt(base, now)
    if (clear === 'keep' && statusEnd(base) !== statusEnd(before))
      throw createFailureError('status.keptTimePassed')
    const changes = { ...draft, ...(clear !== 'keep' && { clear: toDuration(clear) }) }
    const outcome = await saveEdit(editableStatus(gitlab, this.#options.now), {
      base: { ...toFields(before) },
      changes,
    })
    if (outcome.outcome === 'saved' && outcome.sent.length > 0) {
      const duration = this.#duration(gitlab.account, { before, clear, endsAt, now })
      this.#remember(gitlab.account, { ...toDraft(outcome.now), clear: duration })
    }
    return this.#report(gitlab, outcome)
  }

  /**
   * Sets exactly this status. If GitLab doesn't have the duration, sends the next longer one. `remembered` is the
   * duration to offer again, for a status with an exact end; null if it isn't offered again.
   */
  async set(
    gitlab: GitLabClient,
    { base, clear, ...draft }: TimedStatus & { base?: SeenStatus | undefined },
    remembered: TimedStatus['clear'] | null = clear,
  ): Promise<StatusReplacement> {
    const replaced = await this.#replace(gitlab, { ...draft, clear: toDuration(clear) }, base)
    if (replaced.outcome === 'saved' && remembered !== null) {
      this.#remember(gitlab.account, { ...draft, clear: remembered })
    }
    return replaced
  }

  clear(gitlab: GitLabClient, base?: SeenStatus): Promise<StatusReplacement> {
    return this.#replace(gitlab, noFields, base)
  }

  /**
   * Restores a status. The service accepts only durations, so the remaining time is rounded to the closest one or, with
   * `endsAt`, to one that doesn't end before then.
   */
  async restore(
    gitlab: GitLabClient,
    status: SeenStatus,
    replaced?: SeenStatus,
    endsAt?: number,
  ): Promise<UndoOutcome<UserStatus>> {
    const now = this.#options.now()
    const end = statusEnd(status)
    const preset = end === undefined ? null : nearestDuration(end - now, clearStatusAfter)
    const clear = endsAt === undefined ? preset : longerDuration(endsAt - now)
    const outcome = await undoEdit(asSingleField(editableStatus(gitlab, this.#options.now)), {
      base: { status: toFields(statusAt(replaced, now) ?? noStatus) },
      changes: { status: { ...toFields(status), clear } },
    })
    return this.#report(gitlab, outcome)
  }

  recent(account: string): TimedStatus[] {
    return this.#options.recentFor(account).read().statuses
  }

  #remember(account: string, status: TimedStatus): void {
    const others = this.recent(account).filter((used) => !isSameInAnyCase(used, status))
    const statuses = [status, ...others].slice(0, maxRecent)
    this.#options.recentFor(account).saveOrReport({ statuses })
  }

  async #replace(
    gitlab: GitLabClient,
    next: EditableStatus,
    base: SeenStatus | undefined,
  ): Promise<StatusReplacement> {
    const { now } = this.#options
    const status = asSingleField(editableStatus(gitlab, now))
    const reads: UserStatus[] = []
    const readAndRemember = async () => {
      const currentStatus = await status.read()
      reads.push(currentStatus)
      return currentStatus
    }
    const outcome = await saveEdit(
      { ...status, read: readAndRemember },
      { base: base && { status: toFields(statusAt(base, now())) }, changes: { status: next } },
    )
    return { ...this.#report(gitlab, outcome), before: reads[0]! }
  }

  /**
   * The duration of a status, by the time at which it clears. If the time is kept, so is the previous duration. An exact
   * end isn't a duration.
   */
  #duration(account: string, { before, clear, endsAt, now }: DurationInput): TimedStatus['clear'] {
    if (clear !== 'keep') return endsAt === undefined ? clear : 'never'
    const end = endsAt ?? statusEnd(before)
    if (end === undefined) return 'never'
    const { emoji, message, busy } = toFields(before)
    const used = this.recent(account).find(
      (one) => one.emoji === emoji && one.message === message && one.busy === busy,
    )
    if (used && used.clear !== 'never') return used.clear
    return endsAt === undefined ? nearestDuration(end - now, commonDurations) : 'never'
  }

  #report<Outcome extends EditOutcome<UserStatus>>(
    gitlab: GitLabClient,
    outcome: Outcome,
  ): Outcome {
    const isSent = outcome.outcome === 'saved' && outcome.sent.length > 0
    this.#seen(gitlab, outcome.now, isSent ? 'writing' : 'reading')
    return outcome
  }

  #seen({ account }: GitLabClient, status: UserStatus, from: 'reading' | 'writing'): UserStatus {
    if (this.#options.isSignedIn(account)) this.#options.seen?.(account, status, from)
    return status
  }
}

function toDuration(clear: TimedStatus['clear']): ClearStatusAfter | null {
  return clear === 'never' ? null : longerDuration(durationMs(clear))
}

function toDraft(status: UserStatus): StatusDraft {
  const { emoji, message, busy } = toFields(status)
  return { emoji, message, busy }
}
