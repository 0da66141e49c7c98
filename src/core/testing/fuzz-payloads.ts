import { z } from 'zod'
import type { Random } from '../../sandbox/seed/random.ts'
import type { Operation } from '../../shared/operations/operation.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'

// Payloads that a compromised page could send: values of every type that the bridge can transfer, and HTTP bodies of every
// kind. The same seed generates the same payloads.

const strings = [
  '',
  ' ',
  '\0',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '.',
  '..',
  '%2e%2e',
  '\uD83D',
  'e\u0301\u202E\u200B',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE actions; --",
  '2025-02-30',
  '9999-12-31',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'https://127.0.0.1:1/api/v4',
  'javascript:alert(1)',
  'block',
  'null',
]
const numbers = [0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'id', 'length', '0', '']

/** An operation's field names, which help generated payloads pass the first check. */
export function fieldsOf(target: Operation | AnyEndpoint): string[] {
  if ('input' in target) return keysOf(target.input)
  return [...Object.keys(target.pathParameters), ...keysOf(target.parameters), 'cursor']
}

function keysOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** An input as it could arrive over Electron's bridge: anything that `structuredClone` accepts. */
export function generateInput(random: Random, fields: readonly string[]): unknown {
  if (random.chance(0.25)) return generateValue(random, 3)
  return generateObject(random, fields, 3)
}

function generateObject(random: Random, fields: readonly string[], depth: number): object {
  // Some are parsed from JSON, which makes `__proto__` an own key.
  const entries: [string, unknown][] = fields
    .filter(() => random.chance(0.7))
    .map((name) => [name, generateValue(random, depth)])
  if (random.chance(0.3)) entries.push([random.pick(names), generateValue(random, depth)])
  return Object.fromEntries(entries)
}

function generateValue(random: Random, depth: number): unknown {
  const kinds = depth > 0 ? [...flat, ...nested] : flat
  return random.pick(kinds)(random, depth - 1)
}

type Invent = (random: Random, depth: number) => unknown

const flat: Invent[] = [
  (random) => random.pick(strings),
  (random) => random.pick(strings),
  (random) => random.pick(numbers),
  (random) => random.below(100),
  (random) => random.chance(0.5),
  () => null,
  () => undefined,
  (random) => BigInt(random.pick([0, -1, 1])) * 2n ** 80n,
  (random) => new Date(random.pick([0, NaN, 8.64e15])),
  (random) => new Uint8Array(random.below(64)),
  (random) => new Float64Array(random.below(8)).fill(NaN),
  (random) => new ArrayBuffer(random.below(64)),
  () => new DataView(new ArrayBuffer(2)),
  () => /(a+)+$/g,
  () => new TypeError('__proto__'),
  (random) => 'x'.repeat(random.chance(0.02) ? 1_000_000 : 2 ** random.below(12)),
]

const nested: Invent[] = [
  (random, depth) => Array.from({ length: random.below(5) }, () => generateValue(random, depth)),
  (random, depth) => generateObject(random, [random.pick(names), random.pick(names)], depth),
  (random, depth) => new Map([[generateValue(random, 0), generateValue(random, depth)]]),
  (random, depth) => new Set([generateValue(random, depth)]),
  (random) => Array(random.chance(0.05) ? 100_000 : random.below(50)),
  (random) => deep(random.chance(0.05) ? 2000 : random.below(100)),
  () => cyclic(),
]

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { id: value }
  return value
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { id: 1, list: [] }
  value.self = value
  ;(value.list as unknown[]).push(value, value.list)
  return value
}

/** A call's body over HTTP: mostly valid JSON, sometimes malformed, huge, deep, or not JSON at all. */
export function generateBody(
  random: Random,
  { name, fields, account }: { name: string; fields: readonly string[]; account: string },
): string | Buffer {
  if (random.chance(0.1)) return random.pick(brokenBodies)
  const input = jsonOf(generateInput(random, fields))
  const call = `{"name":${JSON.stringify(name)},"input":${input},"account":${JSON.stringify(account)}}`
  if (random.chance(0.05)) return call.slice(0, random.below(call.length))
  return random.chance(0.05) ? call.replace('{', '{"__proto__":{"name":"x"},"name":1,') : call
}

const brokenBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{}{}',
  '\uFEFF{}',
  '{"name":null}',
  '{"name":{"toString":1}}',
  '{"name":"settings.get","input":1e999}',
  '{"name":"\\uD800.x"}',
  '['.repeat(50_000),
  `{"name":"settings.set","input":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
]

/** Serializes all representable values as JSON and replaces the rest. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return '{"__proto__":{"isAdmin":true},"id":1e400}'
  }
}
