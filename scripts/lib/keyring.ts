// A real keyring for tests: a private D-Bus session bus with a separate gnome-keyring in a temporary home folder.
import { spawn, type ChildProcess } from 'node:child_process'
import { once, type EventEmitter } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sessionBus, type MessageBus } from '@jellybrick/dbus-next'
import { busCall, lockDefaultKeyring, unlockDefaultKeyring } from './keyring-calls.ts'

export interface Keyring {
  /** Environment variables that make a child process use only this keyring. */
  env: Record<string, string>
  lock(): Promise<void>
  unlock(): Promise<void>
  /** Restarts the daemon with the keyring still locked, as after a login. */
  restart(): Promise<void>
  /** Stops the bus with all its connections, and restarts it at the same address. Only works without a keyring. */
  restartBus(): Promise<void>
  /** Stops the daemon and the bus, and deletes all their files. */
  stop(): Promise<void>
}

export interface KeyringOptions {
  /** Whether to start locked, as after a login that didn’t unlock the keyring. */
  locked?: boolean
  /** Whether to omit the entire bus, or only the keyring. */
  unavailable?: 'no-bus' | 'no-service'
}

// With an empty password, gnome-keyring would create an unprotected keyring, and that can’t be locked.
const password = 'correct horse battery staple'

/**
 * Starts a separate keyring, which is unlocked by default. Requires dbus-daemon and gnome-keyring. On systems other
 * than Linux, this only creates a temporary home folder and uses the system’s keychain.
 */
export async function startKeyring(options: KeyringOptions = {}): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-keyring-'))
  const env = await makeHome(home)
  const running: ChildProcess[] = []
  const stop = async () => {
    for (const child of running.splice(0).reverse()) await end(child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    if (options.unavailable === 'no-bus' || process.platform !== 'linux')
      return { ...createUnavailableKeyring('bus'), env, stop }
    running.push(await startBus(home, env))
    if (options.unavailable === 'no-service') {
      const restartBus = async () => {
        await end(running.pop()!)
        running.push(await startBus(home, env))
      }
      return { ...createUnavailableKeyring('keyring'), restartBus, env, stop }
    }
    running.push(await startDaemon(env, password))
    const restart = async () => {
      await end(running.pop()!)
      running.push(await startDaemon(env))
    }
    if (options.locked) await restart()
    return {
      env,
      lock: () => withBus(env, lockDefaultKeyring),
      unlock: () => withBus(env, (bus) => unlockDefaultKeyring(bus, password)),
      restart,
      restartBus: () => Promise.reject(new Error('There is a keyring on the bus.')),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeHome(home: string): Promise<Record<string, string>> {
  const folders = {
    HOME: home,
    USERPROFILE: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
  }
  for (const folder of Object.values(folders)) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  return { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...folders }
}

/** Starts a bus without service folders, so that this machine’s services aren’t started on it automatically. */
async function startBus(home: string, env: Record<string, string>): Promise<ChildProcess> {
  const config = join(home, 'bus.conf')
  const socket = join(home, 'run', 'bus')
  await writeFile(config, busConfig(socket))
  const bus = start('dbus-daemon', ['--nofork', '--print-address', `--config-file=${config}`], env)
  bus.stdin?.end()
  await Promise.race([once(bus.stdout!, 'data'), failure(bus)])
  env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${socket}`
  return bus
}

const busConfig = (socket: string) => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

/** Starts the daemon, locked if there is no password. Resolves as soon as it owns its name on the bus. */
async function startDaemon(
  env: Record<string, string>,
  unlockWith?: string,
): Promise<ChildProcess> {
  const options = ['--components=secrets', '--foreground']
  if (unlockWith !== undefined) options.push('--unlock')
  return withBus(env, async (bus) => {
    const nameOwned = waitForName(bus, 'org.freedesktop.secrets')
    await busCall(bus, 'AddMatch', 's', ["type='signal',member='NameOwnerChanged'"])
    const daemon = start('gnome-keyring-daemon', options, env)
    daemon.stdin?.end(unlockWith)
    await Promise.race([nameOwned, failure(daemon)])
    return daemon
  })
}

function waitForName(bus: MessageBus, name: string): Promise<void> {
  return new Promise((resolve) => {
    bus.on('message', ({ member, body: [changed, , owner] }) => {
      if (member === 'NameOwnerChanged' && changed === name && owner) resolve()
    })
  })
}

function start(command: string, options: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(command, options, { env, stdio: 'pipe' })
  // Kills the process when the test process dies.
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  child.once('exit', () => process.off('exit', killOnExit))
  return child
}

async function failure(child: ChildProcess): Promise<never> {
  const words = text(child.stderr!)
  const code = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  })
  if (code instanceof Error) {
    throw new Error(
      `${child.spawnfile} could not be started; "node scripts/testing-tools.ts" brings it.`,
      { cause: code },
    )
  }
  throw new Error(`${child.spawnfile} ended with ${code}: ${await words}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 2_000)
  await exited
  clearTimeout(killTimer)
}

async function withBus<T>(
  env: Record<string, string>,
  use: (bus: MessageBus) => Promise<T>,
): Promise<T> {
  const bus = sessionBus({ busAddress: env.DBUS_SESSION_BUS_ADDRESS })
  const busError = new Promise<never>((_, reject) => (bus as EventEmitter).on('error', reject))
  busError.catch(() => {})
  try {
    return await Promise.race([use(bus), busError])
  } finally {
    bus.disconnect()
  }
}

function createUnavailableKeyring(what: string) {
  const refuse = () => Promise.reject(new Error(`There is no ${what} here.`))
  return { lock: refuse, unlock: refuse, restart: refuse, restartBus: refuse }
}
