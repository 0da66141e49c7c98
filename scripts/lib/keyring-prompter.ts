// Simulates a user who never responds: replaces the desktop’s password prompt and stays silent.
import { sessionBus } from '@jellybrick/dbus-next'

/** Owns the prompter’s name on this bus; `asked` counts the prompts requested. */
export async function startSilentPrompter(env: Record<string, string>) {
  const bus = sessionBus({ busAddress: env.DBUS_SESSION_BUS_ADDRESS })
  let promptCount = 0
  bus.addMethodHandler(({ member }) => {
    if (member === 'BeginPrompting') promptCount += 1
    return member === 'BeginPrompting'
  })
  await bus.requestName('org.gnome.keyring.SystemPrompter')
  return { asked: () => promptCount, stop: () => bus.disconnect() }
}
