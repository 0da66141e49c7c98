import type { Random } from '../seed/random.ts'
import { allRoutes } from '../routes.ts'
import type { Route } from '../routes.ts'
import { sshKeySamples } from '../seed/ssh-key-samples.ts'
import { generatePart, generateValue } from './fuzz-values.ts'
import type { RawRequest } from './raw-client.ts'

/** What fuzz requests need in addition to the endpoint table. */
export interface Supplies {
  /** One token of every kind. */
  tokens: readonly string[]
  /** Public key blocks. */
  gpgKeys: readonly string[]
}

/** A request, with the endpoint it targets. */
export interface FuzzRequest extends RawRequest {
  route: Route
}

type Fields = Record<string, unknown>
type Body = Pick<RawRequest, 'headers' | 'body'>

const routes = allRoutes()
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
/** Parameters sent to every endpoint, known or not. */
const extraNames = ['sudo', '__proto__', 'constructor', 'unknown', 'page', 'per_page', 'cursor']

/** Creates a random request that is usually plausible but has something unusual about it. */
export function generateRequest(random: Random, supplies: Supplies): FuzzRequest {
  const { pick, chance } = random
  const route = pick(routes)
  const method = chance(0.95) ? route.endpoint.method : pick(otherMethods)
  const path = route.endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    generatePart(random, name),
  )
  const fields = generateFields(random, route, supplies)
  const isQuery = ['GET', 'HEAD', 'DELETE'].includes(method) ? chance(0.95) : chance(0.05)
  const { headers, ...body } = isQuery ? {} : generateBody(random, fields)
  return {
    route,
    method,
    path: `/api/v4${path}${isQuery ? `?${formOf(fields)}` : ''}`,
    headers: { ...generateHeaders(random, route, supplies.tokens), ...headers },
    ...body,
  }
}

function generateFields(
  random: Random,
  { endpoint, handler }: Route,
  { gpgKeys }: Supplies,
): Fields {
  const { pick, chance } = random
  const fields: Fields = {}
  // Sometimes only sends required fields, because an update with many fields would never succeed.
  const few = chance(0.5)
  for (const [name, { required }] of Object.entries(handler.parameters ?? {})) {
    if (
      Object.hasOwn(endpoint.pathParameters, name) ||
      !chance(required ? 0.95 : few ? 0.05 : 0.3)
    ) {
      continue
    }
    const isKey = name === 'key' && chance(0.7)
    fields[name] = !isKey
      ? generateValue(random, name)
      : endpoint.path.includes('gpg')
        ? pick(gpgKeys)
        : generateSshKey(random)
  }
  const flags = ['force_random_password', 'reset_password']
  for (const name of flags) if (name in fields && chance(0.5)) fields[name] = true
  // `defineProperty`, because an assignment to `__proto__` would be lost.
  for (const name of extraNames) {
    if (!chance(0.03)) continue
    const value = generateValue(random, name)
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true })
  }
  return fields
}

function generateSshKey({ pick, below, chance }: Random): string {
  if (chance(0.3)) return pick(Object.values(sshKeySamples)).slice(chance(0.3) ? below(30) : 0)
  const blob = Buffer.from(sshKeySamples.ed25519.split(' ')[1]!, 'base64')
  for (let at = blob.length - 32; at < blob.length; at++) blob[at] = below(256)
  return `ssh-ed25519 ${blob.toString('base64')} someone@somewhere`
}

/** Endpoints that invalidate the request's token. */
const endingRoutes = ['personalAccessTokens.rotateSelf', 'personalAccessTokens.revokeSelf']

function generateHeaders(
  { pick, chance }: Random,
  { name }: Route,
  [adminToken, ...otherTokens]: readonly string[],
): Record<string, string> {
  // The administrator's token has the most access, so it must remain valid.
  const tokens = endingRoutes.includes(name) ? otherTokens : [adminToken!, ...otherTokens]
  const token = chance(0.75) ? tokens[0]! : pick([...tokens, 'glpat-nonsense', ''])
  const since = [new Date(0).toUTCString(), 'Tue, 01 Jul 2125 12:00:00 GMT', 'soon', '']
  return {
    ...(chance(0.9) ? { 'private-token': token } : { authorization: `Bearer ${token}` }),
    ...(chance(0.05) && { sudo: pick(['2', 'maya.lindqvist', '-1', '9'.repeat(30), '%00']) }),
    ...(chance(0.1) && { 'if-unmodified-since': pick(since) }),
  }
}

function generateBody(random: Random, fields: Fields): Body {
  const { pick, chance, below } = random
  const json = JSON.stringify(fields)
  const typed = (type: string, body: string | Uint8Array) => ({
    headers: { 'content-type': type },
    body,
  })
  if (chance(0.6)) return typed('application/json', json)
  if (chance(0.3)) return typed('application/x-www-form-urlencoded', formOf(fields))
  if (chance(0.5)) return multipart(random, fields)
  return pick<() => Body>([
    () => typed('application/json', json.slice(0, below(json.length))),
    () => typed('application/json', pick(['[1]', 'null', '"a"', '5', '{"a":1}{', '\uFEFF{}'])),
    () => typed('application/json', Buffer.from(json, 'utf16le')),
    () => typed('application/x-www-form-urlencoded', '%&=%ZZ&[]=&a[=1&a]=2&a[b][c]=3&&=='),
    () => typed(pick(['text/xml', 'application/json5', '', 'x', 'multipart/form-data']), json),
    () => ({ body: json }),
    () => ({}),
  ])()
}

const boundary = 'thirty-two-dashes'

function multipart({ pick, chance, below }: Random, fields: Fields): Body {
  const parts = flat(fields).map(([name, value]) => `name="${quoted(name)}"\r\n\r\n${value}`)
  if (chance(0.7)) {
    const beginning = pick(['\x89PNG\r\n\x1a\n', 'GIF89a', '<svg xmlns=', '', '\xff\xd8\xff'])
    const size = pick([0, 10, 204_800, 205_000])
    const filename = pick(['me.png', '../../x.png', '.png', 'a\0.gif', '', 'x'.repeat(400)])
    parts.push(
      `name="avatar"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n${beginning.padEnd(size)}`,
    )
  }
  const text = parts.map((part) => `--${boundary}\r\ncontent-disposition: form-data; ${part}\r\n`)
  const whole = Buffer.from(`${text.join('')}--${boundary}--\r\n`, 'latin1')
  const type = `multipart/form-data; boundary=${boundary}`
  return {
    headers: { 'content-type': chance(0.9) ? type : `${type}-not` },
    body: chance(0.85) ? whole : whole.subarray(0, below(whole.length)),
  }
}

function formOf(fields: Fields): string {
  return flat(fields)
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&')
}

/** Lists as `name[]`, maps as `name[key]`, and deeper values as JSON. */
function flat(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== 'object' || value === null) return [[name, String(value)]]
    return Object.entries(value).map(([key, one]: [string, unknown]) => [
      `${name}[${Array.isArray(value) ? '' : key}]`,
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    ])
  })
}

function quoted(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent)
}
