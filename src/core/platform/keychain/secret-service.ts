// The Secret Service of a Linux desktop over D-Bus: its presence, locks, and items. libsecret itself can't tell a
// locked item from a missing one. https://specifications.freedesktop.org/secret-service/
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageBus } from '@jellybrick/dbus-next'
import { z } from 'zod'
import { withTimeLimit } from '../time/time-limit.ts'
import { keychainTimeoutError } from './keychain-error.ts'

/** There is no bus, or no Secret Service on it. */
export class NoSecretServiceError extends Error {}

/** Calls to the Secret Service that transfer no secrets. */
export interface SecretService {
  /** The collection that new items go to, if there is one. */
  defaultCollection(): Promise<{ path: string; locked: boolean } | undefined>
  /** The items with these attributes, locked or not. */
  find(attributes: Record<string, string>): Promise<{ unlocked: string[]; locked: string[] }>
  /** Unlocks collections or items with the system's prompt. Also ends when the prompt is dismissed, or after `limitMs`. */
  unlock(paths: string[], limitMs: number): Promise<void>
  /** Creates the default collection using the system's prompt. Settles like `unlock`. */
  createDefault(limitMs: number): Promise<void>
}

/** The session bus's address, determined as libsecret does; undefined if there is none. */
export function busAddress(env: NodeJS.ProcessEnv): string | undefined {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS
  const socket = env.XDG_RUNTIME_DIR && join(env.XDG_RUNTIME_DIR, 'bus')
  return socket && existsSync(socket) ? `unix:path=${socket}` : undefined
}

/**
 * Connects to the Secret Service, which the bus may start, and disconnects after use. Each call other than a prompt may
 * take up to `limitMs`. Throws `NoSecretServiceError` if there is none.
 */
export async function withSecretService<T>(
  address: string | undefined,
  limitMs: number,
  use: (service: SecretService) => Promise<T>,
): Promise<T> {
  if (!address) throw new NoSecretServiceError('no session bus')
  // Loaded on first use, because most systems never need it.
  const { sessionBus, Message } = await import('@jellybrick/dbus-next')
  const bus = sessionBus({ busAddress: address })
  const broken = new Promise<never>((_, reject) => (bus as EventEmitter).on('error', reject))
  broken.catch(() => {})
  const call: Call = async (destination, path, member, signature = '', body = []) => {
    const dot = member.lastIndexOf('.')
    const face = { interface: member.slice(0, dot), member: member.slice(dot + 1) }
    const message = new Message({ destination, path, ...face, signature, body })
    const answer = bus.call(message)
    const late = () => keychainTimeoutError('linux', limitMs)
    return (await withTimeLimit(Promise.race([answer, broken]), limitMs, late))?.body
  }
  try {
    return await use(createSecretService(bus, call))
  } catch (error) {
    throw isAbsence(error) ? new NoSecretServiceError('no Secret Service', { cause: error }) : error
  } finally {
    bus.disconnect()
  }
}

type Call = (
  destination: string,
  path: string,
  member: string,
  signature?: string,
  body?: unknown[],
) => Promise<unknown>

const root = '/org/freedesktop/secrets'
const noPath = '/'
const Path = z.string().startsWith('/')
const Items = z.tuple([z.array(Path), z.array(Path)])
const PromptResult = z.tuple([z.unknown(), Path])
const Flag = z.tuple([z.object({ value: z.boolean() })])

function createSecretService(bus: MessageBus, call: Call): SecretService {
  const callService = (path: string, member: string, signature?: string, body?: unknown[]) =>
    call('org.freedesktop.secrets', path, member, signature, body)
  const prompt = (answer: unknown, limitMs: number) =>
    awaitPrompt(bus, call, PromptResult.parse(answer)[1], limitMs)
  return {
    async defaultCollection() {
      const method = 'org.freedesktop.Secret.Service.ReadAlias'
      const [path] = z.tuple([Path]).parse(await callService(root, method, 's', ['default']))
      if (path === noPath) return undefined
      const property = ['org.freedesktop.Secret.Collection', 'Locked']
      const answer = await callService(path, 'org.freedesktop.DBus.Properties.Get', 'ss', property)
      return { path, locked: Flag.parse(answer)[0].value }
    },
    async find(attributes) {
      const method = 'org.freedesktop.Secret.Service.SearchItems'
      const [unlocked, locked] = Items.parse(await callService(root, method, 'a{ss}', [attributes]))
      return { unlocked, locked }
    },
    async unlock(paths, limitMs) {
      const method = 'org.freedesktop.Secret.Service.Unlock'
      await prompt(await callService(root, method, 'ao', [paths]), limitMs)
    },
    async createDefault(limitMs) {
      const { Variant } = await import('@jellybrick/dbus-next')
      const label = { 'org.freedesktop.Secret.Collection.Label': new Variant('s', 'Default') }
      const method = 'org.freedesktop.Secret.Service.CreateCollection'
      await prompt(await callService(root, method, 'a{sv}s', [label, 'default']), limitMs)
    },
  }
}

/**
 * Shows one of the service's prompts and waits until it is answered, dismissed, or times out. It isn't dismissed after
 * the limit, because gnome-keyring crashes if the prompt never appeared.
 */
async function awaitPrompt(
  bus: MessageBus,
  call: Call,
  prompt: string,
  limitMs: number,
): Promise<void> {
  if (prompt === noPath) return
  const face = 'org.freedesktop.Secret.Prompt'
  const answered = new Promise<void>((resolve) => {
    bus.on('message', ({ path, member }) => {
      if (path === prompt && member === 'Completed') resolve()
    })
  })
  const rule = `type='signal',interface='${face}',path='${prompt}'`
  const daemon = 'org.freedesktop.DBus'
  await call(daemon, '/org/freedesktop/DBus', 'org.freedesktop.DBus.AddMatch', 's', [rule])
  await call('org.freedesktop.secrets', prompt, `${face}.Prompt`, 's', [''])
  await withTimeLimit(answered, limitMs, () => new Error('late')).catch(() => {})
}

const absenceCodes = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.Spawn.ServiceNotFound',
  'org.freedesktop.DBus.Error.Spawn.ExecFailed',
])

function isAbsence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, type } = error as { code?: unknown; type?: unknown }
  return absenceCodes.has(String(code)) || absenceCodes.has(String(type))
}
