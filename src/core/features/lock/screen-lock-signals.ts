// Uses D-Bus to detect when a Linux desktop's screen is locked.
// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html
import type { Message, MessageBus } from '@jellybrick/dbus-next'

const logind = 'org.freedesktop.login1'
const loginSession = 'org.freedesktop.login1.Session'
const properties = 'org.freedesktop.DBus.Properties'
/** The same signal, which desktops send under different names. */
const screensavers = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map(
  (desktop) => `org.${desktop}.ScreenSaver`,
)

/**
 * Calls back whenever this session's screen is locked, and immediately if it already is. logind's `Lock` is only a
 * request that a desktop may ignore, but `LockedHint` confirms it. Returns the name on the bus that reports it. Throws
 * if there is none.
 */
export async function followLogind(bus: MessageBus, onLocked: () => void): Promise<string[]> {
  const path = await sessionPath(bus)
  const reportIfLocked = async () => {
    const hintArguments = [loginSession, 'LockedHint']
    const [hint] = await callMethod(bus, [logind, path, properties], 'Get', 'ss', hintArguments)
    if (isTrue(hint)) onLocked()
  }
  bus.on('message', (message) => {
    if (message.path !== path || !isSignal(message, properties, 'PropertiesChanged')) return
    const [of, changed, invalidated] = message.body as [string, Record<string, unknown>, string[]]
    if (of !== loginSession) return
    // guard: linux-screen-lock
    if (isTrue(changed.LockedHint)) onLocked()
    else if (invalidated.includes('LockedHint')) reportIfLocked().catch(() => undefined)
  })
  await addMatch(bus, logind, properties, 'PropertiesChanged', path)
  await reportIfLocked()
  return [logind]
}

/** Calls back whenever a screensaver locks the screen. Returns the names of those that are running. */
export async function followScreensavers(bus: MessageBus, locked: () => void): Promise<string[]> {
  const running: string[] = []
  for (const name of screensavers) if (await hasOwner(bus, name)) running.push(name)
  bus.on('message', (message) => {
    const isActive = running.some((name) => isSignal(message, name, 'ActiveChanged'))
    if (isActive && message.body[0] === true) locked()
  })
  for (const name of running) await addMatch(bus, name, name, 'ActiveChanged')
  return running
}

/** Whether a name on the bus has an owner. */
export async function hasOwner(bus: MessageBus, name: string): Promise<boolean> {
  const [isThere] = await callMethod(bus, daemon, 'NameHasOwner', 's', [name])
  return isThere === true
}

/** The object path for this process's session. */
async function sessionPath(bus: MessageBus): Promise<string> {
  const manager = [logind, '/org/freedesktop/login1', `${logind}.Manager`] as const
  const pathOf = async (id: string) => {
    const [path] = await callMethod(bus, manager, 'GetSession', 's', [id])
    return String(path)
  }
  // A process started by the user's service manager has no session, and a terminal multiplexer may refer to one that
  // has ended. In both cases, "auto" is the on-screen session. Its own object sends no signals, so this looks up the
  // session's path.
  const id = process.env.XDG_SESSION_ID
  if (!id) return pathOf('auto')
  return pathOf(id).catch(() => pathOf('auto'))
}

const daemon = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'] as const

async function callMethod(
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
  await callMethod(bus, daemon, 'AddMatch', 's', [rule])
}

const isSignal = (message: Message, face: string, member: string) =>
  message.interface === face && message.member === member

const isTrue = (variant: unknown) => (variant as { value?: unknown } | undefined)?.value === true
