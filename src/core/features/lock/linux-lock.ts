// Whether the screen of a Linux desktop is locked. Electron tells that on macOS and Windows alone.
// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { Message, MessageBus } from '@jellybrick/dbus-next'
import { within } from '../../infra/time/time-limit.ts'

export interface LinuxBuses {
  /** Addresses; undefined where there is none. */
  system: string | undefined
  session: string | undefined
}

export interface LinuxLock {
  /** Who tells of it: nobody on some desktops. */
  sources: ('logind' | 'screensaver')[]
  end(): void
}

const limitMs = 5_000
const logind = 'org.freedesktop.login1'
const loginSession = 'org.freedesktop.login1.Session'
const properties = 'org.freedesktop.DBus.Properties'
/** The same signal by the names of several desktops. */
const screensavers = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map(
  (desktop) => `org.${desktop}.ScreenSaver`,
)

/** Address of the system bus, as libdbus finds it. */
export function systemBusAddress(env: NodeJS.ProcessEnv): string | undefined {
  const socket = '/run/dbus/system_bus_socket'
  if (env.DBUS_SYSTEM_BUS_ADDRESS) return env.DBUS_SYSTEM_BUS_ADDRESS
  return existsSync(socket) ? `unix:path=${socket}` : undefined
}

/**
 * Tells whenever the screen was locked. logind's `Lock` is only a request that a desktop may leave alone; `LockedHint` says that it
 * was done. Desktops that don't set it have a screensaver that tells.
 */
export async function followLinuxLock(buses: LinuxBuses, locked: () => void): Promise<LinuxLock> {
  const found = await Promise.all([
    followed('logind', buses.system, (bus) => followLogind(bus, locked)),
    followed('screensaver', buses.session, (bus) => followScreensavers(bus, locked)),
  ])
  const open = found.filter((one) => one !== undefined)
  return {
    sources: open.map(({ source }) => source),
    end: () => {
      for (const { bus } of open) bus.disconnect()
    },
  }
}

/** Nothing where there is no such bus, or nobody on it who tells. */
async function followed(
  source: LinuxLock['sources'][number],
  busAddress: string | undefined,
  follow: (bus: MessageBus) => Promise<boolean>,
) {
  if (busAddress === undefined) return undefined
  const { sessionBus } = await import('@jellybrick/dbus-next')
  const bus = sessionBus({ busAddress })
  // A bus ends with the session; until it is connected, that there is none.
  const broken = new Promise<never>((_, reject) => (bus as EventEmitter).on('error', reject))
  broken.catch(() => undefined)
  const late = () => new Error('no answer')
  const isFollowed = await within(Promise.race([follow(bus), broken]), limitMs, late).catch(
    () => false,
  )
  if (isFollowed) return { source, bus }
  bus.disconnect()
  return undefined
}

async function followLogind(bus: MessageBus, locked: () => void): Promise<boolean> {
  // What the user's service manager starts is in no session; "auto" is the one on the screen then.
  const id = process.env.XDG_SESSION_ID ?? 'auto'
  const manager = [logind, '/org/freedesktop/login1', `${logind}.Manager`] as const
  const [path] = await ask(bus, manager, 'GetSession', 's', [id])
  const isLocked = async () => {
    const given = [loginSession, 'LockedHint']
    const [hint] = await ask(bus, [logind, String(path), properties], 'Get', 'ss', given)
    return isTrue(hint)
  }
  await isLocked()
  bus.on('message', (message) => {
    if (message.path !== path || !isSignal(message, properties, 'PropertiesChanged')) return
    const [of, changed, invalidated] = message.body as [string, Record<string, unknown>, string[]]
    if (of !== loginSession) return
    // guard: linux-screen-lock
    if (isTrue(changed.LockedHint)) locked()
    else if (invalidated.includes('LockedHint')) {
      void isLocked().then(
        (isSo) => isSo && locked(),
        () => undefined,
      )
    }
  })
  await addMatch(bus, logind, properties, 'PropertiesChanged', String(path))
  return true
}

async function followScreensavers(bus: MessageBus, locked: () => void): Promise<boolean> {
  const daemon = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'] as const
  const there: string[] = []
  for (const name of screensavers) {
    const [isThere] = await ask(bus, daemon, 'NameHasOwner', 's', [name])
    if (isThere === true) there.push(name)
  }
  bus.on('message', (message) => {
    const isActive = there.some((name) => isSignal(message, name, 'ActiveChanged'))
    if (isActive && message.body[0] === true) locked()
  })
  for (const name of there) await addMatch(bus, name, name, 'ActiveChanged')
  return there.length > 0
}

async function ask(
  bus: MessageBus,
  [destination, path, face]: readonly [destination: string, path: string, face: string],
  member: string,
  signature: string,
  body: unknown[],
): Promise<unknown[]> {
  const { Message } = await import('@jellybrick/dbus-next')
  const call = new Message({ destination, path, interface: face, member, signature, body })
  return (await bus.call(call))?.body ?? []
}

async function addMatch(
  bus: MessageBus,
  sender: string,
  face: string,
  member: string,
  path?: string,
): Promise<void> {
  const place = path === undefined ? '' : `,path='${path}'`
  const rule = `type='signal',sender='${sender}',interface='${face}',member='${member}'${place}`
  const daemon = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'] as const
  await ask(bus, daemon, 'AddMatch', 's', [rule])
}

const isSignal = (message: Message, face: string, member: string) =>
  message.interface === face && message.member === member

const isTrue = (variant: unknown) => (variant as { value?: unknown } | undefined)?.value === true
