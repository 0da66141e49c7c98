import type { AllowedResponse } from './judge.ts'
import {
  type AttackTarget,
  type RequestAttack,
  createAttack,
  ownerHeaders,
} from './request-attack.ts'

/** The title of an attack and the body it sends. */
type HostileBody = [title: string, body: string]

/** Builds the body of a call, for the signed-in account by default. */
type WriteCall = (name: unknown, input: unknown, account?: unknown) => string

/** Inputs that no operation accepts, and bodies that aren’t calls. */
export function hostileInputs(target: AttackTarget): RequestAttack[] {
  const { account } = target
  const call: WriteCall = (name, input, as = account) =>
    JSON.stringify({ name, input, account: as })
  const attacks = (allowed: AllowedResponse, bodies: HostileBody[]) =>
    bodies.map(([title, body]) =>
      createAttack(target, title, allowed, { headers: ownerHeaders(target), body }),
    )
  return [
    ...attacks('failure', [
      ...hostileNames(call),
      ...hostileAccounts(call, account),
      ...malformedBodies(),
      ...pollutingBodies(),
      // Reveals whether the previous bodies changed the account’s permissions.
      ['after pollution', call('users.list', {})],
      ...largeInputs(call),
      ...hostilePaths(call),
      ...hostileSignIns(call),
    ]),
    ...attacks('harmless', hostileKeyFiles(call)),
  ]
}

const operationNames = [
  '__proto__',
  '__proto__.toString',
  'constructor',
  'constructor.constructor',
  'toString.call',
  'hasOwnProperty.call',
  'settings.__proto__',
  'settings.constructor',
  'settings.toString',
  'settings.get.call',
  'settings..get',
  '.get',
  'settings.',
  '../accounts.list',
  'accounts/list',
  'accounts.list\0',
  'Accounts.List',
  'accounts.\u202elist',
  'process.exit',
  'child_process.exec',
]

function hostileNames(call: WriteCall): HostileBody[] {
  const values: unknown[] = [
    null,
    1,
    true,
    [],
    {},
    ['accounts.list'],
    { toString: 'accounts.list' },
  ]
  return [
    ...operationNames.map((name): HostileBody => [`the operation “${name}”`, call(name, {})]),
    ...values.map((name): HostileBody => [
      `an operation named ${JSON.stringify(name)}`,
      call(name, {}),
    ]),
  ]
}

function hostileAccounts(call: WriteCall, account: string): HostileBody[] {
  const values = [null, 1, [account], { id: account }, '__proto__', 'constructor', '', '../']
  return [...values, `${account}\0`].map((value) => [
    `an account named ${JSON.stringify(value)}`,
    call('user.get', {}, value),
  ])
}

function malformedBodies(): HostileBody[] {
  const bodies = ['', 'null', '[]', '"text"', '1', '{', '{}{}', '\xff\xfe{}', 'accounts.list']
  return bodies.map((body) => [`the body ${JSON.stringify(body)}`, body])
}

function pollutingBodies(): HostileBody[] {
  const properties = ['__proto__', 'constructor', 'prototype']
  return [
    ...properties.map((name): HostileBody => [
      `settings with ${name}`,
      `{"name":"settings.set","input":{"${name}":{"isAdmin":true,"theme":"dark"}}}`,
    ]),
    ['a call with __proto__', '{"__proto__":{"name":"accounts.list"}}'],
  ]
}

function largeInputs(call: WriteCall): HostileBody[] {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const reorder = (count: number) => call('accounts.reorder', { ids: Array(count).fill(1) })
  const theme = (length: number) => call('settings.set', { theme: 'x'.repeat(length) })
  return [
    ...[1_000, 20_000, 100_000].map((levels): HostileBody => [
      `an input ${levels} levels deep`,
      `{"name":"settings.set","input":${nested(levels)}}`,
    ]),
    ['100,000 lists deep', '['.repeat(100_000)],
    ['15 MB of text', theme(15_000_000)],
    ['17 MB', theme(17 * 1024 * 1024)],
    ['a million values', reorder(1_000_000)],
    ['400,000 invalid values', reorder(400_000)],
  ]
}

const paths = [
  '/etc/shadow',
  '../../../../etc/shadow',
  '~/.ssh/id_ed25519',
  'file:///etc/shadow',
  '../id_ed25519',
]

function hostilePaths(call: WriteCall): HostileBody[] {
  return paths.flatMap((path): HostileBody[] => [
    [`an avatar at ${path}`, call('user.setAvatar', { filename: path })],
    [`signing in at ${path}`, call('accounts.inspect', { baseUrl: path, admin: 'x' })],
  ])
}

function hostileKeyFiles(call: WriteCall): HostileBody[] {
  return paths.flatMap((path): HostileBody[] => [
    [`a key named ${path}`, call('localSshKeys.read', { files: [{ name: path, text: '' }] })],
    [
      `importing the key ${path}`,
      call('localSshKeys.import', { keys: [{ localKeyId: path, title: 'x' }] }),
    ],
  ])
}

function hostileSignIns(call: WriteCall): HostileBody[] {
  const urls = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'http://a@b', '']
  const tokens = ['a\r\nX-Evil: 1', 'a\0', 'ä', ' ', 'x'.repeat(2_000)]
  return [
    ...urls.map((baseUrl): HostileBody => [
      `an instance at “${baseUrl}”`,
      call('accounts.add', { baseUrl, token: 'x' }),
    ]),
    ...tokens.map((token): HostileBody => [
      `the token ${JSON.stringify(token.slice(0, 20))}`,
      call('accounts.add', { baseUrl: 'http://127.0.0.1:9', token }),
    ]),
  ]
}
