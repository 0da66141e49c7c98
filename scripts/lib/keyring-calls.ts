// D-Bus calls from tests to a keyring. https://specifications.freedesktop.org/secret-service/
import { Message, Variant, type MessageBus } from '@jellybrick/dbus-next'

const service = '/org/freedesktop/secrets'
const defaultKeyring = '/org/freedesktop/secrets/aliases/default'

/** Locks the default keyring like a desktop, and waits until it is reported as locked. */
export async function lockDefaultKeyring(bus: MessageBus): Promise<void> {
  do {
    await secretsCall(bus, 'org.freedesktop.Secret.Service', 'Lock', 'ao', [[defaultKeyring]])
  } while (!(await isDefaultKeyringLocked(bus)))
}

async function isDefaultKeyringLocked(bus: MessageBus): Promise<boolean> {
  const answer = await secretsCall(
    bus,
    'org.freedesktop.DBus.Properties',
    'Get',
    'ss',
    ['org.freedesktop.Secret.Collection', 'Locked'],
    defaultKeyring,
  )
  return (answer[0] as Variant<boolean>).value
}

/** Unlocks the default keyring without a prompt, using the internal method that gnome-keyring uses at login. */
export async function unlockDefaultKeyring(bus: MessageBus, password: string): Promise<void> {
  const [, session] = await secretsCall(
    bus,
    'org.freedesktop.Secret.Service',
    'OpenSession',
    'sv',
    ['plain', new Variant('s', '')],
  )
  const secret = [session, Buffer.alloc(0), Buffer.from(password), 'text/plain']
  await secretsCall(
    bus,
    'org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface',
    'UnlockWithMasterPassword',
    'o(oayays)',
    [defaultKeyring, secret],
  )
}

/** Calls a method of the bus itself. */
export async function busCall(
  bus: MessageBus,
  member: string,
  signature: string,
  body: unknown[],
): Promise<unknown[]> {
  const answer = await bus.call(
    new Message({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member,
      signature,
      body,
    }),
  )
  return answer?.body ?? []
}

async function secretsCall(
  bus: MessageBus,
  face: string,
  member: string,
  signature: string,
  body: unknown[],
  path = service,
): Promise<unknown[]> {
  const answer = await bus.call(
    new Message({
      destination: 'org.freedesktop.secrets',
      path,
      interface: face,
      member,
      signature,
      body,
    }),
  )
  return answer?.body ?? []
}
