// Simulates a user who never responds, by replacing the desktop’s password prompt and staying silent.
import { sessionBus } from '@jellybrick/dbus-next'

/** Takes over the prompter’s name on this bus. `asked` counts the requested prompts. */
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
