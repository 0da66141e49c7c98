import { z } from 'zod'
import { TimedStatus } from '../../shared/app/own-status.ts'
import type { JsonFile } from '../data/json-file.ts'

/** Statuses used before, newest first, by account. */
export const RecentStatusFile = z.record(z.string(), z.array(TimedStatus))

const mostRecent = 10

export interface RecentStatusesPorts {
  file: Pick<JsonFile<Record<string, TimedStatus[]>>, 'read' | 'keep'>
  /** Where an account's statuses are remembered; nowhere once it is signed out. */
  remembers(account: string): 'on-disk' | 'in-memory' | 'nowhere'
}

/** The statuses that each account used last, with the durations that were chosen for them. */
export class RecentStatuses {
  readonly #ports: RecentStatusesPorts
  /** What is remembered until the end only: of accounts that end with it. */
  readonly #passing = new Map<string, TimedStatus[]>()

  constructor(ports: RecentStatusesPorts) {
    this.#ports = ports
  }

  of(account: string): TimedStatus[] {
    return this.#passing.get(account) ?? this.#ports.file.read()[account] ?? []
  }

  add(account: string, status: TimedStatus): void {
    const others = this.of(account).filter((used) => !isSame(used, status))
    const recent = [status, ...others].slice(0, mostRecent)
    const kept = this.#ports.remembers(account)
    if (kept === 'on-disk') {
      this.#ports.file.keep({ ...this.#ports.file.read(), [account]: recent })
    } else if (kept === 'in-memory') this.#passing.set(account, recent)
  }

  forget(account: string): void {
    this.#passing.delete(account)
    const { [account]: known, ...others } = this.#ports.file.read()
    if (known) this.#ports.file.keep(others)
  }
}

function isSame(a: TimedStatus, b: TimedStatus): boolean {
  const { emoji, message, busy, clear } = a
  return emoji === b.emoji && message === b.message && busy === b.busy && clear === b.clear
}
