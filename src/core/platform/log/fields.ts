import { appTable } from '../../../shared/operations/index.ts'
import { type FailureKind, failureKinds } from '../../../shared/rules/failure.ts'
import { serviceTable } from '../../../shared/gitlab/index.ts'
import { describeError } from './describe-error.ts'

/** The fields of a log entry. They can't contain names, addresses, or secrets. */
export interface LogFields {
  /** Logged by `describeError`, without its message. */
  error?: unknown
  /** `family.operation` of one of the two tables; anything else is omitted. */
  operation?: string
  failure?: FailureKind
  /** URL of an instance, logged as a tag that only this computer can resolve. */
  instance?: string
  milliseconds?: number
  count?: number
  /** Indexes of list entries, from 0; at most the first twenty. */
  places?: readonly number[]
  status?: number
  exitCode?: number
  /** Path of a document in the data folder; only its last part is logged. */
  document?: string
  part?: Part
  end?: End
  /** The version of Latchkey, Electron, Node… */
  version?: string
  host?: 'electron' | 'browser'
}

const parts = ['core', 'main', 'page', 'gpu', 'utility', 'other'] as const
type Part = (typeof parts)[number]

// Electron's terms for how a process ended.
const ends = [
  'clean-exit',
  'abnormal-exit',
  'killed',
  'crashed',
  'oom',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
] as const
type End = (typeof ends)[number]

const maxFrames = 20

type Words = { [Kind in keyof LogFields]-?: (value: unknown, tag: Tag) => string | undefined }
type Tag = (baseUrl: string) => string

// Also checked at run time, because types can be wrong.
const formatters: Words = {
  error: describeError,
  operation: (name) => (isOperation(name) ? name : undefined),
  failure: oneOf(failureKinds),
  instance: (baseUrl, tag) => (typeof baseUrl === 'string' ? tag(baseUrl) : undefined),
  milliseconds: wholeNumber,
  count: wholeNumber,
  places: (places) =>
    Array.isArray(places) ? places.slice(0, maxFrames).map(wholeNumber).join(',') : undefined,
  status: wholeNumber,
  exitCode: wholeNumber,
  document: (path) =>
    typeof path === 'string'
      ? /(?:^|[/\\])([a-z-]{1,30}\.(?:json|db)(?:\.(?:broken|damaged)-\d{1,15})?)$/.exec(path)?.[1]
      : undefined,
  part: oneOf(parts),
  end: oneOf(ends),
  version: (text) =>
    typeof text === 'string' &&
    /^v?\d{1,4}(\.\d{1,6}){0,3}(-(alpha|beta|rc|nightly)[.\d]{0,8})?$/.test(text)
      ? text
      : undefined,
  host: oneOf(['electron', 'browser']),
}

/** `name=value` for each valid field. */
export function formatFields(facts: LogFields, tag: Tag): string[] {
  return Object.entries(formatters).flatMap(([kind, wordsOf]) => {
    const value = facts[kind as keyof LogFields]
    const text = value === undefined ? undefined : wordsOf(value, tag)
    return text === undefined ? [] : [`${kind}=${text}`]
  })
}

function oneOf(known: readonly string[]) {
  return (value: unknown) => known.find((one) => one === value)
}

function wholeNumber(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? String(Math.round(value)) : undefined
}

function isOperation(name: unknown): name is string {
  const [family = '', operation = '', ...more] = typeof name === 'string' ? name.split('.') : []
  const tables: Record<string, object>[] = [appTable, serviceTable]
  return (
    more.length === 0 &&
    tables.some((table) => Object.hasOwn(table, family) && Object.hasOwn(table[family]!, operation))
  )
}
