import { z } from 'zod'
import { StatusDraft } from '../../shared/app/own-status.ts'
import { FailureError } from '../../shared/failure.ts'
import {
  type ClearStatusAfter,
  type UserStatus,
  status as rows,
} from '../../shared/service/current-user.ts'
import { clearStatusAfterMs } from '../../shared/service/status-limits.ts'
import type { AccountService } from '../account-service.ts'
import type { JsonFile } from '../data/json-file.ts'
import { noStatus, statusAt } from './status-end.ts'

/** Statuses used before, newest first, by account. */
export const RecentStatusFile = z.record(z.string(), z.array(StatusDraft))

const recentLimit = 10
/** What the service itself puts where no emoji is given. */
const defaultEmoji = 'speech_balloon'

export interface OwnStatusPorts {
  recent: Pick<JsonFile<Record<string, StatusDraft[]>>, 'read' | 'keep'>
  /** Milliseconds since 1970. */
  now(): number
  /** Where an account's statuses are remembered; nowhere once it is signed out. */
  remembers(account: string): 'on-disk' | 'in-memory' | 'nowhere'
  /** Told of every status that was read, and of those that were set or cleared from here. */
  seen?(account: string, status: UserStatus, from: 'reading' | 'writing'): void
}

type ClearChoice = ClearStatusAfter | 'never' | 'keep'

/** The status of the person who is signed in. */
export class OwnStatus {
  readonly #ports: OwnStatusPorts
  /** What is remembered until the end only: of accounts that end with it. */
  readonly #passing = new Map<string, StatusDraft[]>()

  constructor(ports: OwnStatusPorts) {
    this.#ports = ports
  }

  async get(service: AccountService): Promise<UserStatus> {
    const answered = await service.call(rows.get, {})
    return this.#seen(service, statusAt(answered, this.#ports.now()), 'reading')
  }

  async set(
    service: AccountService,
    { clear, ...draft }: StatusDraft & { clear: ClearChoice },
  ): Promise<UserStatus> {
    // A PATCH fills in what is missing (emoji becomes speech_balloon, availability not_set) and a PUT empties it,
    // so all three are always sent. lib/api/users.rb, app/services/users/set_status_service.rb
    const fields = {
      emoji: draft.emoji || defaultEmoji,
      message: draft.message,
      availability: draft.busy ? 'busy' : 'not_set',
    } as const
    const write =
      clear === 'keep'
        ? service.call(rows.update, fields)
        : service.call(rows.set, {
            ...fields,
            ...(clear !== 'never' && { clear_status_after: clear }),
          })
    const result = await this.#settled(service, mustBeThere(write), (now) => {
      const isSaid = now.emoji === fields.emoji && (now.message ?? '') === fields.message
      const isBusy = now.availability === 'busy'
      return isSaid && isBusy === draft.busy && endsAs(clear, now, this.#ports.now())
    })
    this.#remember(service.account, draft)
    return this.#seen(service, result, 'writing')
  }

  /** A PUT without parameters deletes the status. */
  async clear(service: AccountService): Promise<UserStatus> {
    const result = await this.#settled(
      service,
      service.call(rows.set, {}).then((status) => status ?? noStatus),
      (now) => !now.emoji && !now.message && now.availability !== 'busy',
    )
    return this.#seen(service, result, 'writing')
  }

  recent(account: string): StatusDraft[] {
    return this.#passing.get(account) ?? this.#ports.recent.read()[account] ?? []
  }

  forget(account: string): void {
    this.#passing.delete(account)
    const { [account]: known, ...others } = this.#ports.recent.read()
    if (known) this.#ports.recent.keep(others)
  }

  /** Where the answer of a write was lost, reads what is there now: it may have been done. */
  async #settled(
    service: AccountService,
    write: Promise<UserStatus>,
    isDone: (now: UserStatus) => boolean,
  ): Promise<UserStatus> {
    try {
      return statusAt(await write, this.#ports.now())
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'unknown-outcome') throw error
      const now = await this.get(service).catch(() => undefined)
      if (now && isDone(now)) return now
      throw error
    }
  }

  #seen({ account }: AccountService, status: UserStatus, from: 'reading' | 'writing'): UserStatus {
    if (this.#ports.remembers(account) !== 'nowhere') this.#ports.seen?.(account, status, from)
    return status
  }

  #remember(account: string, draft: StatusDraft): void {
    const others = this.recent(account).filter(
      (used) => JSON.stringify(used) !== JSON.stringify(draft),
    )
    const recent = [draft, ...others].slice(0, recentLimit)
    const kept = this.#ports.remembers(account)
    if (kept === 'on-disk') {
      this.#ports.recent.keep({ ...this.#ports.recent.read(), [account]: recent })
    } else if (kept === 'in-memory') this.#passing.set(account, recent)
  }
}

/** An empty answer is that of a deleted status, so after setting one it proves nothing. */
async function mustBeThere(write: Promise<UserStatus | null | undefined>): Promise<UserStatus> {
  const status = await write
  if (status) return status
  throw new FailureError({
    kind: 'unknown-outcome',
    message: 'The service answered with nothing, so it is not known whether the status was set.',
    hint: 'Look at what is there now before you do it again.',
  })
}

/** Whether a status ends as it was told to, give or take what clocks differ by. */
function endsAs(clear: ClearChoice, status: UserStatus, now: number): boolean {
  if (clear === 'keep') return true
  const end = status.clear_status_at ? Date.parse(status.clear_status_at) : undefined
  if (clear === 'never' || end === undefined) return clear === 'never' && end === undefined
  return Math.abs(end - now - clearStatusAfterMs[clear]) < 5 * 60_000
}
