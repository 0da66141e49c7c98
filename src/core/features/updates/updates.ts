import { z } from 'zod'
import type {
  Release,
  UpdateChannel,
  Updates as State,
  UpdatesOff,
} from '../../../shared/app/updates.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Failure, formatFailure } from '../../infra/failure.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'
import type { LogFunction } from '../../infra/log/log.ts'
import { UnsignedUpdateError } from './signed-update.ts'

/** Where new versions come from. It installs nothing by itself. */
export interface UpdateSource {
  /** The newest version of a channel, if it is newer than this one. */
  newest(channel: UpdateChannel): Promise<Release | undefined>
  /** Downloads and verifies what `newest` found last; from then on quitting installs it. */
  download(progress: (percent: number) => void): Promise<void>
  /** Quits, installs what was downloaded, and starts it. */
  installAndRestart(): void
}

/** What the user decided on a version, kept over restarts. */
export const UpdateFile = z.object({
  /** The version to skip. */
  skipped: z.string().optional().catch(undefined),
  /** The version that was postponed, and until when, in milliseconds since 1970. */
  later: z.object({ version: z.string(), until: z.number() }).optional().catch(undefined),
})
export type UpdateFile = z.output<typeof UpdateFile>

interface Parts {
  source: { off: UpdatesOff } | UpdateSource
  file: JsonFile<UpdateFile>
  /** The settings: the channel, and whether to check automatically. */
  wanted(): { channel: UpdateChannel; checks: boolean }
  now(): number
  /** Calls back after some milliseconds; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
  changed(state: State): void
  log: LogFunction
}

const minute = 60_000
const day = 24 * 60 * minute
/** The first check does not slow down the start. */
const firstCheckMs = 2 * minute
const checkIntervalMs = day
const putOffFor = 3 * day

/** Checks for new versions of Latchkey, once a day if that is set, and installs one on request. */
export class Updates {
  readonly #parts: Parts
  readonly #source: UpdateSource | undefined
  #state: State
  #channel: UpdateChannel
  #endWaiting = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
    this.#channel = parts.wanted().channel
    this.#source = 'off' in parts.source ? undefined : parts.source
    this.#state =
      'off' in parts.source ? { state: 'off', why: parts.source.off } : { state: 'idle' }
  }

  get state(): State {
    return this.#state
  }

  /** Starts to check automatically. */
  start(): void {
    if (this.#source) this.#lookAfter(firstCheckMs)
  }

  close(): void {
    this.#endWaiting()
  }

  /** Drops what was found in the previous channel when another one is chosen. */
  settingsChanged(): void {
    const { channel } = this.#parts.wanted()
    if (channel === this.#channel) return
    this.#channel = channel
    if (this.#state.state === 'available' || this.#state.state === 'idle')
      this.#become({ state: 'idle' })
  }

  async check(): Promise<State> {
    return this.#look({ asked: true })
  }

  async download(): Promise<State> {
    if (!this.#source || this.#state.state !== 'available') return this.#state
    const { release } = this.#state
    this.#become({ state: 'downloading', release, percent: 0 })
    try {
      await this.#source.download((percent) => this.#progress(release, percent))
      this.#become({ state: 'ready', release })
    } catch (error) {
      this.#parts.log('A new version could not be downloaded.', { error })
      this.#become({
        state: 'available',
        release,
        failure: formatFailure(downloadFailed(release.version)),
      })
    }
    return this.#state
  }

  later(): State {
    if (this.#state.state === 'available') {
      const { release } = this.#state
      const until = this.#parts.now() + putOffFor
      this.#remember({ later: { version: release.version, until } })
      this.#become({ state: 'available', release, putOff: 'later' })
    }
    return this.#state
  }

  skip(): State {
    if (this.#state.state === 'available') {
      const { release } = this.#state
      this.#remember({ skipped: release.version })
      this.#become({ state: 'available', release, putOff: 'skipped' })
    }
    return this.#state
  }

  install(): State {
    if (this.#state.state === 'ready') this.#source?.installAndRestart()
    return this.#state
  }

  async #look({ asked }: { asked: boolean }): Promise<State> {
    const before = this.#state
    if (!this.#source || (before.state !== 'idle' && before.state !== 'available')) return before
    this.#become({ state: 'checking' })
    const channel = this.#channel
    try {
      const release = await this.#source.newest(channel)
      this.#become(release ? this.#found(release, asked) : this.#nothing())
    } catch (error) {
      this.#parts.log('New versions could not be looked for.', { error })
      // A failed automatic check is not shown.
      const failure = asked ? formatFailure(failureOf(error)) : undefined
      this.#become(before.state === 'available' ? { ...before, failure } : { ...before, failure })
    }
    // Another channel may have been chosen meanwhile.
    return channel === this.#channel ? this.#state : this.#look({ asked })
  }

  #found(release: Release, asked: boolean): State {
    const { skipped, later } = this.#parts.file.read()
    const isLater = later?.version === release.version && later.until > this.#parts.now()
    const putOff = release.version === skipped ? 'skipped' : isLater ? 'later' : undefined
    return { state: 'available', release, ...(!asked && putOff && { putOff }) }
  }

  #nothing(): State {
    return { state: 'idle', checkedAt: this.#parts.now() }
  }

  #progress(release: Release, percent: number): void {
    const whole = Math.floor(percent)
    if (this.#state.state !== 'downloading' || whole <= this.#state.percent) return
    this.#become({ state: 'downloading', release, percent: Math.min(whole, 100) })
  }

  #lookAfter(milliseconds: number): void {
    this.#endWaiting = this.#parts.after(milliseconds, () => {
      if (this.#parts.wanted().checks) void this.#look({ asked: false })
      this.#lookAfter(checkIntervalMs)
    })
  }

  #remember(decided: UpdateFile): void {
    this.#parts.file.write({ ...this.#parts.file.read(), ...decided })
  }

  #become(state: State): void {
    this.#state = state
    this.#parts.changed(state)
  }
}

function failureOf(error: unknown): Failure {
  return error instanceof UnsignedUpdateError ? notSigned(error.version) : checkFailed
}

function notSigned(version: string): Failure {
  return {
    kind: 'invalid',
    message: message('updates.notSigned', { version }),
    hint: message('updates.notSignedHint'),
  }
}

const checkFailed: Failure = {
  kind: 'offline',
  message: message('updates.checkFailed'),
  hint: message('updates.checkFailedHint'),
}

function downloadFailed(version: string): Failure {
  return {
    kind: 'offline',
    message: message('updates.downloadFailed', { version }),
    hint: message('updates.downloadFailedHint'),
  }
}
