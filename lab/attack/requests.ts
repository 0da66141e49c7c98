import { malformedRequests } from './malformed.ts'
import { hostileInputs } from './hostile-inputs.ts'
import { operationAttacks } from './operations.ts'
import {
  type AttackTarget,
  type RequestAttack,
  createAttack,
  ownerHeaders,
} from './request-attack.ts'
import type { WireRequest } from './wire.ts'

const accountsList = JSON.stringify({ name: 'accounts.list', input: {} })

/** All routes that require a tab’s secret. */
const routes: readonly WireRequest[] = [
  { path: '/invoke', body: accountsList },
  { path: '/answer', body: '{"id":"1"}' },
  { path: '/keys', body: '' },
  { method: 'GET', path: '/events' },
]

/** All hostile requests, the same in every run. */
export function hostileRequests(target: AttackTarget): RequestAttack[] {
  return [
    ...wrongSecrets(target),
    ...foreignOrigins(target),
    ...unexpectedMethods(target),
    ...unexpectedContentTypes(target),
    ...pathAttacks(target),
    ...keyAttacks(target),
    ...operationAttacks(target),
    ...hostileInputs(target),
    ...malformedRequests(target),
  ]
}

const requestLine = ({ method = 'POST', path }: WireRequest) => `${method} ${path}`

function wrongSecrets(target: AttackTarget): RequestAttack[] {
  const { tab, otherTab, usedKey } = target
  const headers: Record<string, Record<string, string | string[]>> = {
    'no secret': {},
    'an empty secret': { Authorization: '' },
    'a scheme without a secret': { Authorization: 'Bearer' },
    'a guessed secret': { Authorization: `Bearer ${'A'.repeat(43)}` },
    'the secret of another Latchkey': { Authorization: `Bearer ${otherTab}` },
    'the used key as a secret': { Authorization: `Bearer ${usedKey}` },
    'the secret with a suffix': { Authorization: `Bearer ${tab}A` },
    'a prefix of the secret': { Authorization: `Bearer ${tab.slice(0, -1)}` },
    'the secret in uppercase': { Authorization: `Bearer ${tab.toUpperCase()}` },
    'the secret with another scheme': { Authorization: `Basic ${tab}` },
    'the secret as a password': {
      Authorization: `Basic ${Buffer.from(`:${tab}`).toString('base64')}`,
    },
    'the secret in a cookie': { Cookie: `secret=${tab}; authorization=Bearer ${tab}` },
    'the secret in a custom header': { 'X-Authorization': `Bearer ${tab}` },
    'the secret of a proxy': { 'Proxy-Authorization': `Bearer ${tab}` },
    'a guess before the secret': {
      Authorization: [`Bearer ${'A'.repeat(43)}`, `Bearer ${tab}`],
    },
  }
  const headerAttacks = routes.flatMap((route) =>
    Object.entries(headers).map(([name, given]) =>
      createAttack(target, `${requestLine(route)} with ${name}`, 'nothing', {
        ...route,
        headers: given,
      }),
    ),
  )
  const urlAttacks = routes.map((route) =>
    createAttack(target, `${requestLine(route)} with the secret in the URL`, 'nothing', {
      ...route,
      path: `${route.path}?secret=${tab}&authorization=Bearer%20${tab}`,
    }),
  )
  return [...headerAttacks, ...urlAttacks]
}

function foreignOrigins(target: AttackTarget): RequestAttack[] {
  const { port } = target
  const hosts = [
    `evil.example:${port}`,
    'evil.example',
    `xlocalhost:${port}`,
    `localhost.evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `localtest.me:${port}`,
    `localhost.:${port}`,
    `LOCALHOST.evil:${port}`,
    `0.0.0.0:${port}`,
    `[::1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `0177.0.0.1:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1:${port}0`,
    `127.0.0.1:${port}@evil.example`,
    `evil.example@127.0.0.1:${port}`,
    `127.0.0.1:${port}, evil.example`,
    '',
  ]
  const sites = [
    'https://evil.example',
    'http://evil.example',
    `http://xlocalhost:${port}`,
    `http://localhost:${port}`,
    `http://localhost:${port + 1}`,
    `http://127.0.0.1:${port + 1}`,
    'http://127.0.0.1',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}.evil.example`,
    `http://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port} https://evil.example`,
    `http://[::1]:${port}`,
    'null',
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '',
  ]
  const all = [...routes, { method: 'GET', path: '/' }, { path: '/enter', body: '{"key":"a"}' }]
  const pages: (keyof typeof headerNames)[] = ['cross-site', 'same-site', 'none', 'SAME-ORIGIN']
  return [
    ...all.flatMap((route) =>
      hosts.map((host) =>
        createAttack(target, `${requestLine(route)} for the host “${host}”`, 'nothing', {
          ...route,
          headers: { ...ownerHeaders(target), Host: host },
        }),
      ),
    ),
    ...routes.flatMap((route) =>
      sites.map((origin) =>
        createAttack(target, `${requestLine(route)} from the origin “${origin}”`, 'nothing', {
          ...route,
          headers: { ...ownerHeaders(target), Origin: origin },
        }),
      ),
    ),
    ...routes.flatMap((route) =>
      pages.map((site) =>
        createAttack(target, `${requestLine(route)} with Sec-Fetch-Site ${site}`, 'nothing', {
          ...route,
          headers: { ...ownerHeaders(target), 'Sec-Fetch-Site': site, ...headerNames[site] },
        }),
      ),
    ),
  ]
}

/** Headers that browsers send along with Sec-Fetch-Site. */
const headerNames = {
  'cross-site': { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
  'same-site': { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  none: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  'SAME-ORIGIN': { 'Sec-Fetch-Mode': 'cors' },
}

function unexpectedMethods(target: AttackTarget): RequestAttack[] {
  const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'LINK']
  const origin = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
  return [
    ...methods.flatMap((method) =>
      ['/invoke', '/events', '/keys'].map((path) =>
        createAttack(target, `${method} ${path}`, 'nothing', { method, path, body: accountsList }),
      ),
    ),
    ...['/invoke', '/keys', '/enter', '/answer'].flatMap((path) => [
      createAttack(target, `GET ${path}`, 'page', { method: 'GET', path }),
      createAttack(target, `HEAD ${path}`, 'page', { method: 'HEAD', path }),
      createAttack(target, `preflight of ${path}`, 'nothing', {
        method: 'OPTIONS',
        path,
        headers: origin,
      }),
    ]),
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Forwarded-Host', 'X-Original-URL'].map(
      (name) =>
        createAttack(target, `GET / with ${name}`, 'page', {
          method: 'GET',
          path: '/',
          headers: { [name]: name.includes('Method') ? 'POST' : '/invoke' },
        }),
    ),
  ]
}

function unexpectedContentTypes(target: AttackTarget): RequestAttack[] {
  const types = [
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'text/json',
    ' ',
    '*/*',
    'application/octet-stream',
    undefined,
  ]
  return types.map((type) =>
    createAttack(target, `a call as ${type}`, 'nothing', {
      body: accountsList,
      headers: { ...ownerHeaders(target), 'Content-Type': type },
    }),
  )
}

function pathAttacks(target: AttackTarget): RequestAttack[] {
  const all = [
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/%252e%252e%252f%252e%252e%252fetc%252fpasswd',
    '/..\\..\\..\\etc\\passwd',
    '/..%5c..%5c..%5cetc%5cpasswd',
    '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
    '/....//....//etc/passwd',
    '/assets/../../main/serve.js',
    '/assets/%2e%2e/%2e%2e/main/serve.js',
    '/assets/..;/..;/main/serve.js',
    '/../main/serve.js',
    '/..%2fmain%2fserve.js',
    '/../../package.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '//etc/passwd',
    '///etc/passwd',
    '/etc/passwd%00.html',
    '/index.html%00.png',
    '/index.html/../../main/serve.js',
    '/proc/self/environ',
    '/..%2f..%2f..%2f..%2f..%2fproc%2fself%2fenviron',
    '/~/.ssh/id_ed25519',
    '/accounts.json',
    '/logs/latchkey.log',
    '/.git/config',
    '/index.html?/../../package.json',
    '/index.html#/../../package.json',
    '/%',
    '/%zz',
    '/%e0%a4%a',
    '/\xff\xfe',
    '/__proto__',
    '/constructor',
    '/toString',
    `/${'a'.repeat(10_000)}`,
    `/${'../'.repeat(3_000)}etc/passwd`,
    `/${'%2e%2e%2f'.repeat(1_000)}etc/passwd`,
    'http://evil.example/',
    'file:///etc/passwd',
    'etc/passwd',
    '*',
    '?',
  ]
  return all.map((path) =>
    createAttack(target, `GET ${path.slice(0, 60)}`, 'page', { method: 'GET', path }),
  )
}

function keyAttacks(target: AttackTarget): RequestAttack[] {
  const wrong: [string, unknown][] = [
    ['the used key', target.usedKey],
    ['a guessed key', 'A'.repeat(43)],
    ['another guessed key', 'B'.repeat(43)],
    ['the secret of a tab', target.tab],
    ['no text', 1],
    ['null', null],
    ['a list of keys', [target.usedKey]],
    ['an object', { toString: 'A' }],
    ['__proto__', '__proto__'],
    ['an empty text', ''],
    ['a long text', 'A'.repeat(900)],
  ]
  return [
    ...wrong.map(([name, key]) => ({
      ...createAttack(target, `entering with ${name}`, 'nothing', {
        path: '/enter',
        body: JSON.stringify({ key }),
      }),
      slowMs: 900,
    })),
    ...['', 'null', '[]', '{', '{"__proto__":{"key":"A"}}'].map((body) =>
      createAttack(target, `entering with ${body || 'nothing'}`, 'nothing', {
        path: '/enter',
        body,
      }),
    ),
    createAttack(target, 'entering with 2 KiB', 'nothing', {
      path: '/enter',
      body: JSON.stringify({ key: 'A'.repeat(2048) }),
    }),
  ]
}
