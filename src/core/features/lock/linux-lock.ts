// Watches whether the screen of a Linux desktop is locked. Electron reports that only on macOS and Windows.
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { MessageBus } from '@jellybrick/dbus-next'
import { after } from '../../infra/time/scheduler.ts'
import { withTimeLimit } from '../../infra/time/time-limit.ts'
import { followLogind, followScreensavers, hasOwner } from './screen-signals.ts'

export interface LinuxBuses {
  /** Addresses; undefined if there is no such bus. */
  system: string | undefined
  session: string | undefined
}

type Source = 'logind' | 'screensaver'

export interface LinuxLock {
  /** The current sources; none on some desktops, or while a bus restarts. */
  sources(): Source[]
  end(): void
}

/** Subscribes on a bus, and returns the names that report. */
type Follow = (bus: MessageBus) => Promise<string[]>

const limitMs = 5_000

/** Address of the system bus, as libdbus finds it. */
export function systemBusAddress(env: NodeJS.ProcessEnv): string | undefined {
  const socket = '/run/dbus/system_bus_socket'
  if (env.DBUS_SYSTEM_BUS_ADDRESS) return env.DBUS_SYSTEM_BUS_ADDRESS
  return existsSync(socket) ? `unix:path=${socket}` : undefined
}

/**
 * Calls back whenever the screen is locked. logind reports it on most desktops, and a screensaver on those that don't set
 * logind's hint.
 *
 * Checks every `pollMs` that they still report, and reconnects: a bus may restart, which dbus-next does not report, and a
 * screensaver may start later than Latchkey.
 */
export async function followLinuxLock(
  buses: LinuxBuses,
  locked: () => void,
  pollMs = 60_000,
): Promise<LinuxLock> {
  const all = [
    new Followed('logind', buses.system, (bus) => followLogind(bus, locked)),
    new Followed('screensaver', buses.session, (bus) => followScreensavers(bus, locked)),
  ]
  let cancelPoll: (() => void) | undefined
  let isEnded = false
  const end = () => {
    isEnded = true
    cancelPoll?.()
    for (const one of all) one.end()
  }
  const look = async () => {
    await Promise.all(all.map((one) => one.look()))
    if (isEnded) return end()
    cancelPoll = after(pollMs, () => void look())
  }
  await look()
  return { sources: () => all.filter(({ tells }) => tells).map(({ source }) => source), end }
}

/** One source on its bus. */
class Followed {
  readonly source: Source
  readonly #address: string | undefined
  readonly #follow: Follow
  #bus: MessageBus | undefined
  #names: string[] = []

  constructor(source: Source, address: string | undefined, follow: Follow) {
    this.source = source
    this.#address = address
    this.#follow = follow
  }

  get tells(): boolean {
    return this.#names.length > 0
  }

  /** Checks that it still reports, and reconnects if not. Never throws. */
  async look(): Promise<void> {
    if (await this.#isThere()) return
    this.end()
    if (this.#address === undefined) return
    const { sessionBus } = await import('@jellybrick/dbus-next')
    this.#bus = sessionBus({ busAddress: this.#address })
    // A bus that breaks later is found by the next check.
    const broken = new Promise<never>((_, reject) =>
      (this.#bus as EventEmitter).on('error', reject),
    )
    broken.catch(() => undefined)
    this.#names = await answered(Promise.race([this.#follow(this.#bus), broken])).catch(() => [])
    if (!this.tells) this.end()
  }

  end(): void {
    this.#bus?.disconnect()
    this.#bus = undefined
    this.#names = []
  }

  async #isThere(): Promise<boolean> {
    const bus = this.#bus
    if (!bus || !this.tells) return false
    const looking = Promise.all(this.#names.map((name) => hasOwner(bus, name)))
    const found = await answered(looking).catch((): boolean[] => [])
    return found.includes(true)
  }
}

const answered = <T>(answer: Promise<T>) =>
  withTimeLimit(answer, limitMs, () => new Error('no answer'))
