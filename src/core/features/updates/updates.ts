import { createFailure } from '../../platform/failures.ts'
import { z } from 'zod'
import type {
  Release,
  UpdateChannel,
  Updates as State,
  UpdatesOff,
} from '../../../shared/operations/updates.ts'
import { type UnformattedFailure, formatFailure } from '../../platform/failure.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { UpdateSource } from '../../ports.ts'
import { UnsignedUpdateError } from './signed-update.ts'

/** What the user decided about a version, kept across restarts. */
export const UpdateFile = z.object({
  /** The version to skip. */
  skipped: z.string().optional().catch(undefined),
  /** The postponed version, and when it is offered again (ms since 1970). */
  later: z.object({ version: z.string(), until: z.number() }).optional().catch(undefined),
})
export type UpdateFile = z.output<typeof UpdateFile>

interface UpdatesOptions {
  source: { off: UpdatesOff } | UpdateSource
  file: JsonFile<UpdateFile>
  /** The configured channel, and whether to check automatically. */
  settings(): { channel: UpdateChannel; checks: boolean }
  now(): number
  /** Calls back after a delay in ms. Returns a function that cancels this. */
  after(milliseconds: number, callback: () => void): () => void
  changed(state: State): void
  log: LogFunction
}

const minute = 60_000
const day = 24 * 60 * minute
/** Waits so that the check doesn't slow down startup. */
const firstCheckMs = 2 * minute
const checkIntervalMs = day
const postponeMs = 3 * day
/** How long a check may take, or a download make no progress. electron-updater has no working time limits. */
const stalledMs = 2 * minute

/** Checks for Latchkey updates once a day if configured to, and installs one on request. */
export class UpdateChecker {
  readonly #options: UpdatesOptions
  readonly #source: UpdateSource | undefined
  #state: State
  #channel: UpdateChannel
  #cancelCheck = () => {}

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#channel = options.settings().channel
    this.#source = 'off' in options.source ? undefined : options.source
    this.#state =
      'off' in options.source ? { state: 'off', why: options.source.off } : { state: 'idle' }
  }

  get state(): State {
    return this.#state
  }

  /** Starts automatic checks. */
  start(): void {
    if (this.#source) this.#scheduleCheck(firstCheckMs)
  }

  close(): void {
    this.#cancelCheck()
  }

  /** Discards the other channel's release when a new channel is selected. */
  settingsChanged(): void {
    const { channel } = this.#options.settings()
    if (channel === this.#channel) return
    this.#channel = channel
    if (this.#state.state === 'available' || this.#state.state === 'idle')
      this.#setState({ state: 'idle' })
  }

  async check(): Promise<State> {
    return this.#check({ isManual: true })
  }

  async download(): Promise<State> {
    if (!this.#source || this.#state.state !== 'available') return this.#state
    const { release } = this.#state
    this.#setState({ state: 'downloading', release, percent: 0 })
    try {
      const source = this.#source
      await this.#untilStalled((advance) =>
        source.download((percent) => {
          advance()
          this.#progress(release, percent)
        }),
      )
      this.#setState({ state: 'ready', release })
    } catch (error) {
      this.#options.log('Downloading an update failed.', { error })
      this.#setState({
        state: 'available',
        release,
        failure: formatFailure(
          createFailure('updates.downloadFailed', { version: release.version }),
        ),
      })
    }
    return this.#state
  }

  later(): State {
    if (this.#state.state === 'available') {
      const { release } = this.#state
      const until = this.#options.now() + postponeMs
      this.#saveDecision({ later: { version: release.version, until } })
      this.#setState({ state: 'available', release, deferral: 'later' })
    }
    return this.#state
  }

  skip(): State {
    if (this.#state.state === 'available') {
      const { release } = this.#state
      this.#saveDecision({ skipped: release.version })
      this.#setState({ state: 'available', release, deferral: 'skipped' })
    }
    return this.#state
  }

  install(): State {
    if (this.#state.state === 'ready') this.#source?.installAndRestart()
    return this.#state
  }

  async #check({ isManual }: { isManual: boolean }): Promise<State> {
    const before = this.#state
    if (!this.#source || (before.state !== 'idle' && before.state !== 'available')) return before
    this.#setState({ state: 'checking' })
    const channel = this.#channel
    try {
      const source = this.#source
      const release = await this.#untilStalled(() => source.newest(channel))
      this.#setState(release ? this.#availableState(release, isManual) : this.#idleState())
    } catch (error) {
      this.#options.log('Checking for updates failed.', { error })
      // If an automatic check fails, nothing is shown.
      const failure = isManual ? formatFailure(toFailure(error)) : undefined
      this.#setState(before.state === 'available' ? { ...before, failure } : { ...before, failure })
    }
    // Another channel may have been selected during the check.
    return channel === this.#channel ? this.#state : this.#check({ isManual })
  }

  #availableState(release: Release, isManual: boolean): State {
    const { skipped, later } = this.#options.file.read()
    const isLater = later?.version === release.version && later.until > this.#options.now()
    const deferral = release.version === skipped ? 'skipped' : isLater ? 'later' : undefined
    return { state: 'available', release, ...(!isManual && deferral && { deferral }) }
  }

  #idleState(): State {
    return { state: 'idle', checkedAt: this.#options.now() }
  }

  #progress(release: Release, percent: number): void {
    const wholePercent = Math.floor(percent)
    if (this.#state.state !== 'downloading' || wholePercent <= this.#state.percent) return
    this.#setState({ state: 'downloading', release, percent: Math.min(wholePercent, 100) })
  }

  #scheduleCheck(milliseconds: number): void {
    this.#cancelCheck = this.#options.after(milliseconds, () => {
      if (this.#options.settings().checks) void this.#check({ isManual: false })
      this.#scheduleCheck(checkIntervalMs)
    })
  }

  /** Fails if the work takes too long after its start or its last call of `advance`. */
  async #untilStalled<T>(work: (advance: () => void) => Promise<T>): Promise<T> {
    const { promise: stalled, reject } = Promise.withResolvers<never>()
    let cancel = () => {}
    const advance = () => {
      cancel()
      cancel = this.#options.after(stalledMs, () => reject(new Error('The updater stalled.')))
    }
    advance()
    try {
      return await Promise.race([work(advance), stalled])
    } finally {
      cancel()
    }
  }

  #saveDecision(decided: UpdateFile): void {
    this.#options.file.write({ ...this.#options.file.read(), ...decided })
  }

  #setState(state: State): void {
    this.#state = state
    this.#options.changed(state)
  }
}

function toFailure(error: unknown): UnformattedFailure {
  return error instanceof UnsignedUpdateError
    ? createFailure('updates.notSigned', { version: error.version })
    : createFailure('updates.checkFailed')
}
