// Watches whether a Linux desktop's screen is locked. Electron reports that only on macOS and Windows.
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { MessageBus } from '@jellybrick/dbus-next'
import { after } from '../../platform/time/scheduler.ts'
import { withTimeLimit } from '../../platform/time/time-limit.ts'
import { followLogind, followScreensavers, hasOwner } from './screen-lock-signals.ts'

export interface LinuxBuses {
  /** The buses' addresses; undefined if there is no such bus. */
  system: string | undefined
  session: string | undefined
}

type SourceName = 'logind' | 'screensaver'

export interface LinuxLock {
  /** The sources that are connected. On some desktops or while a bus restarts, there are none. */
  sources(): SourceName[]
  end(): void
}

/** Subscribes on a bus. Returns the names that report locks. */
type Follow = (bus: MessageBus) => Promise<string[]>

const limitMs = 5_000

/** The system bus's address, found the same way as in libdbus. */
export function systemBusAddress(env: NodeJS.ProcessEnv): string | undefined {
  const socket = '/run/dbus/system_bus_socket'
  if (env.DBUS_SYSTEM_BUS_ADDRESS) return env.DBUS_SYSTEM_BUS_ADDRESS
  return existsSync(socket) ? `unix:path=${socket}` : undefined
}

/**
 * Calls back whenever the screen is locked. logind reports this on most desktops, and a screensaver on those that don't
 * set logind's hint.
 *
 * Checks every `pollMs` that they are still connected, and reconnects if they aren't: dbus-next doesn't report bus
 * restarts, and a screensaver may start after Latchkey.
 */
export async function followLinuxLock(
  buses: LinuxBuses,
  onLocked: () => void,
  pollMs = 60_000,
): Promise<LinuxLock> {
  const sources = [
    new LockSource('logind', buses.system, (bus) => followLogind(bus, onLocked)),
    new LockSource('screensaver', buses.session, (bus) => followScreensavers(bus, onLocked)),
  ]
  let cancelPoll: (() => void) | undefined
  let isEnded = false
  const end = () => {
    isEnded = true
    cancelPoll?.()
    for (const one of sources) one.end()
  }
  const checkAll = async () => {
    await Promise.all(sources.map((one) => one.check()))
    if (isEnded) return end()
    cancelPoll = after(pollMs, () => void checkAll())
  }
  await checkAll()
  return {
    sources: () => sources.filter(({ isReporting }) => isReporting).map(({ source }) => source),
    end,
  }
}

/** A source of lock signals on its bus. */
class LockSource {
  readonly source: SourceName
  readonly #address: string | undefined
  readonly #follow: Follow
  #bus: MessageBus | undefined
  #names: string[] = []

  constructor(source: SourceName, address: string | undefined, follow: Follow) {
    this.source = source
    this.#address = address
    this.#follow = follow
  }

  get isReporting(): boolean {
    return this.#names.length > 0
  }

  /** Checks the connection, and reconnects if necessary. Never throws. */
  async check(): Promise<void> {
    if (await this.#isStillReporting()) return
    this.end()
    if (this.#address === undefined) return
    const { sessionBus } = await import('@jellybrick/dbus-next')
    this.#bus = sessionBus({ busAddress: this.#address })
    // If a bus breaks later, the next check notices.
    const broken = new Promise<never>((_, reject) =>
      (this.#bus as EventEmitter).on('error', reject),
    )
    broken.catch(() => undefined)
    this.#names = await withTimeout(Promise.race([this.#follow(this.#bus), broken])).catch(() => [])
    if (!this.isReporting) this.end()
  }

  end(): void {
    this.#bus?.disconnect()
    this.#bus = undefined
    this.#names = []
  }

  async #isStillReporting(): Promise<boolean> {
    const bus = this.#bus
    if (!bus || !this.isReporting) return false
    const ownerChecks = Promise.all(this.#names.map((name) => hasOwner(bus, name)))
    const checkResults = await withTimeout(ownerChecks).catch((): boolean[] => [])
    return checkResults.includes(true)
  }
}

const withTimeout = <T>(answer: Promise<T>) =>
  withTimeLimit(answer, limitMs, () => new Error('no answer'))
