import { busAddress } from '../core/platform/keychain/secret-service.ts'
import { hasOwner } from '../core/features/lock/screen-lock-signals.ts'
import { withTimeLimit } from '../core/platform/time/time-limit.ts'

/** The name under which Linux desktops show tray icons. */
const watcher = 'org.kde.StatusNotifierWatcher'
const limitMs = 5_000

let lastAnswer: boolean | undefined

/**
 * Whether the desktop shows tray icons, as far as that's known by now. Asks again in the background, because a desktop's
 * extension may start after Latchkey.
 */
export function hasTray(env = process.env): boolean | undefined {
  if (process.platform !== 'linux') return true
  void askForTray(env).then((answer) => (lastAnswer = answer))
  return lastAnswer
}

/** Undefined if there is no session bus or it doesn't answer. */
export async function askForTray(env: NodeJS.ProcessEnv): Promise<boolean | undefined> {
  const address = busAddress(env)
  if (address === undefined) return undefined
  const { sessionBus } = await import('@jellybrick/dbus-next')
  const bus = sessionBus({ busAddress: address })
  try {
    const { promise: broken, reject } = Promise.withResolvers<never>()
    ;(bus as unknown as NodeJS.EventEmitter).on('error', reject)
    broken.catch(() => undefined)
    const answer = Promise.race([hasOwner(bus, watcher), broken])
    return await withTimeLimit(answer, limitMs, () => new Error('no answer'))
  } catch {
    return undefined
  } finally {
    bus.disconnect()
  }
}
