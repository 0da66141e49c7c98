// Stands in for a person who never answers: takes the place of the desktop's password prompt and keeps silent.
import { sessionBus } from '@jellybrick/dbus-next'

/** Owns the prompter's name on the bus of this environment; `asked` counts the prompts that were to be shown. */
export async function startSilentPrompter(env: Record<string, string>) {
  const bus = sessionBus({ busAddress: env.DBUS_SESSION_BUS_ADDRESS })
  let asked = 0
  bus.addMethodHandler(({ member }) => {
    if (member === 'BeginPrompting') asked += 1
    return member === 'BeginPrompting'
  })
  await bus.requestName('org.gnome.keyring.SystemPrompter')
  return { asked: () => asked, stop: () => bus.disconnect() }
}
