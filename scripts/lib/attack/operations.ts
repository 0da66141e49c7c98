import type { Operation } from '../../../src/shared/app/operation.ts'
import { appTable } from '../../../src/shared/app/index.ts'
import type { AnyEndpoint } from '../../../src/shared/service/endpoint.ts'
import { serviceTable } from '../../../src/shared/service/index.ts'
import type { Allowed } from './judge.ts'
import { type Known, type RequestAttack, attack, owner } from './request-attack.ts'

function rows(): { name: string; row: AnyEndpoint }[] {
  return Object.entries(serviceTable).flatMap(([family, all]) =>
    Object.entries<AnyEndpoint>(all).map(([name, row]) => ({ name: `${family}.${name}`, row })),
  )
}

/** Every operation there is, with inputs of wrong types, for wrong accounts, and with what no page may say. */
export function everyOperation(known: Known): RequestAttack[] {
  const { account } = known
  const own = Object.entries(appTable).flatMap(([family, all]) =>
    Object.entries<Operation>(all).map(([name, operation]) => ({
      name: `${family}.${name}`,
      operation,
    })),
  )
  const failing = (title: string, call: object) =>
    attack(known, title, 'failure', { headers: owner(known), body: JSON.stringify(call) })
  return [
    ...[...own, ...rows()].map(({ name }) =>
      failing(`${name} with a text`, { name, input: '../../etc/passwd', account }),
    ),
    ...own.map(({ name }) =>
      failing(`${name} with a field that it has not`, { name, input: { evil: 1 }, account }),
    ),
    ...own
      .filter(({ operation }) => operation.account)
      .map(({ name }) => failing(`${name} for no account`, { name, input: {} })),
    ...rows().flatMap(({ name, row }) => [
      failing(`${name} as somebody else`, { name, input: { ...ids, sudo: 1 }, account }),
      failing(`${name} for another account`, { name, input: ids, account: '__proto__' }),
      ...(row.admin ? [failing(`${name} without the right`, { name, input: ids, account })] : []),
      ...(row.local ? [failing(`${name} around Latchkey`, { name, input: ids, account })] : []),
    ]),
  ]
}

/** What most rows want. */
const ids = { id: 1, user_id: 1, key_id: 1, email_id: 1 }

/** Inputs that no operation takes, and calls that are none. */
export function hostileInputs(known: Known): RequestAttack[] {
  const { account } = known
  const names = [
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
  const send = (title: string, allowed: Allowed, body: string) =>
    attack(known, title, allowed, { headers: owner(known), body })
  const call = (name: unknown, input: unknown, whom: unknown = account) =>
    JSON.stringify({ name, input, account: whom })
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  return [
    ...names.map((name) => send(`the operation “${name}”`, 'failure', call(name, {}))),
    ...[null, 1, true, [], {}, ['accounts.list'], { toString: 'accounts.list' }].map((name) =>
      send(`an operation named ${JSON.stringify(name)}`, 'failure', call(name, {})),
    ),
    ...[
      null,
      1,
      [account],
      { id: account },
      '__proto__',
      'constructor',
      '',
      '../',
      `${account}\0`,
    ].map((whom) =>
      send(`an account named ${JSON.stringify(whom)}`, 'failure', call('user.get', {}, whom)),
    ),
    ...['', 'null', '[]', '"text"', '1', '{', '{}{}', '\xff\xfe{}', 'accounts.list'].map((body) =>
      send(`the body ${JSON.stringify(body)}`, 'failure', body),
    ),
    ...['__proto__', 'constructor', 'prototype'].map((name) =>
      send(
        `settings with ${name}`,
        'failure',
        `{"name":"settings.set","input":{"${name}":{"isAdmin":true,"theme":"dark"}}}`,
      ),
    ),
    send('a call with __proto__', 'failure', '{"__proto__":{"name":"accounts.list"}}'),
    send('after pollution', 'failure', call('users.list', {})),
    ...[1_000, 20_000, 100_000].map((levels) =>
      send(
        `an input ${levels} levels deep`,
        'failure',
        `{"name":"settings.set","input":${deep(levels)}}`,
      ),
    ),
    send('100,000 lists deep', 'failure', '['.repeat(100_000)),
    send('15 MB of text', 'failure', call('settings.set', { theme: 'x'.repeat(15_000_000) })),
    send(
      'a million values',
      'failure',
      call('accounts.reorder', { ids: Array(1_000_000).fill(1) }),
    ),
    send(
      '400,000 values that are wrong',
      'failure',
      call('accounts.reorder', { ids: Array(400_000).fill(1) }),
    ),
    send('17 MB', 'failure', call('settings.set', { theme: 'x'.repeat(17 * 1024 * 1024) })),
    ...[
      '/etc/shadow',
      '../../../../etc/shadow',
      '~/.ssh/id_ed25519',
      'file:///etc/shadow',
      '../id_ed25519',
    ].flatMap((path) => [
      send(
        `a key named ${path}`,
        'harmless',
        call('localSshKeys.read', { files: [{ name: path, text: '' }] }),
      ),
      send(
        `importing the key ${path}`,
        'harmless',
        call('localSshKeys.import', { keys: [{ localKeyId: path, title: 'x' }] }),
      ),
      send(`an avatar at ${path}`, 'failure', call('user.setAvatar', { filename: path })),
      send(
        `signing in at ${path}`,
        'failure',
        call('accounts.inspect', { baseUrl: path, admin: 'x' }),
      ),
    ]),
    ...['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'http://a@b', ''].map(
      (baseUrl) =>
        send(
          `an instance at “${baseUrl}”`,
          'failure',
          call('accounts.add', { baseUrl, token: 'x' }),
        ),
    ),
    ...['a\r\nX-Evil: 1', 'a\0', 'ä', ' ', 'x'.repeat(2_000)].map((token) =>
      send(
        `the token ${JSON.stringify(token.slice(0, 20))}`,
        'failure',
        call('accounts.add', { baseUrl: 'http://127.0.0.1:9', token }),
      ),
    ),
  ]
}
