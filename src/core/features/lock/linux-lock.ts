// Watches whether the screen of a Linux desktop is locked. Electron only reports that on macOS and Windows.
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { MessageBus } from '@jellybrick/dbus-next'
import { after } from '../../platform/time/scheduler.ts'
import { withTimeLimit } from '../../platform/time/time-limit.ts'
import { followLogind, followScreensavers, hasOwner } from './screen-lock-signals.ts'

export interface LinuxBuses {
  /** Bus addresses; undefined if there is no such bus. */
  system: string | undefined
  session: string | undefined
}

type SourceName = 'logind' | 'screensaver'

export interface LinuxLock {
  /** The current sources; empty on some desktops, or while a bus restarts. */
  sources(): SourceName[]
  end(): void
}

/** Subscribes on a bus and returns the names that report locks. */
type Follow = (bus: MessageBus) => Promise<string[]>

const limitMs = 5_000

/** Address of the system bus, as libdbus finds it. */
export function systemBusAddress(env: NodeJS.ProcessEnv): string | undefined {
  const socket = '/run/dbus/system_bus_socket'
  if (env.DBUS_SYSTEM_BUS_ADDRESS) return env.DBUS_SYSTEM_BUS_ADDRESS
  return existsSync(socket) ? `unix:path=${socket}` : undefined
}

/**
 * Calls back whenever the screen is locked. logind reports it on most desktops, and a screensaver on those that don't
 * set logind's hint.
 *
 * Every `pollMs`, checks that they are still connected and reconnects if not: dbus-next doesn't report bus restarts,
 * and a screensaver may start later than Latchkey.
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

/** One source of lock signals on its bus. */
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

  /** Checks that it is still connected, and reconnects if not. Never throws. */
  async check(): Promise<void> {
    if (await this.#isStillReporting()) return
    this.end()
    if (this.#address === undefined) return
    const { sessionBus } = await import('@jellybrick/dbus-next')
    this.#bus = sessionBus({ busAddress: this.#address })
    // If a bus breaks later, the next check detects it.
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
    const looking = Promise.all(this.#names.map((name) => hasOwner(bus, name)))
    const checkResults = await withTimeout(looking).catch((): boolean[] => [])
    return checkResults.includes(true)
  }
}

const withTimeout = <T>(answer: Promise<T>) =>
  withTimeLimit(answer, limitMs, () => new Error('no answer'))
