import { invalidParameters } from './errors.ts'
import type { RawParameters } from './request-parameters.ts'
import { Upload } from './uploads.ts'

/** Parses one parameter like Grape: lenient with types, strict with values. */
export interface Parameter<T, Needed extends boolean = boolean> {
  /** Receives any value except null and undefined. */
  read(raw: unknown): ReadResult<T>
  /** What null is read as. */
  readonly valueOfNull: T | null
  readonly required: Needed
}

/** An endpoint's parameters by name, including path parameters. */
export type Declaration = Readonly<Record<string, Parameter<unknown>>>

/** A handler's input. Omitted optional parameters are undefined, cleared ones null. */
export type Values<D extends Declaration> = {
  [Name in keyof D]: D[Name] extends Parameter<infer T, infer Needed>
    ? Needed extends true
      ? T
      : T | null | undefined
    : never
}

/** A rule that involves several parameters. Returns an error message. */
export type Rule = (raw: RawParameters) => string | undefined

type ReadResult<T> = { value: T | null } | { wrong: string }

const invalid = { wrong: 'is invalid' }

/** Parses and validates parameters and drops undeclared ones. Throws an `ApiError` with all errors. */
export function checkParameters<D extends Declaration>(
  declaration: D,
  raw: RawParameters,
  rules: readonly Rule[] = [],
): Values<D> {
  const values: Record<string, unknown> = {}
  const errors: string[] = []
  for (const [name, parameter] of Object.entries(declaration)) {
    const result = readParameter(parameter, raw[name])
    if (!result) continue
    if ('wrong' in result) errors.push(`${name} ${result.wrong}`)
    else values[name] = result.value
  }
  errors.push(...rules.map((rule) => rule(raw)).filter((text) => text !== undefined))
  if (errors.length > 0) throw invalidParameters(errors)
  return values as Values<D>
}

function readParameter(
  parameter: Parameter<unknown>,
  raw: unknown,
): ReadResult<unknown> | undefined {
  if (raw === undefined) return parameter.required ? { wrong: 'is missing' } : undefined
  const read = raw === null ? { value: parameter.valueOfNull } : parameter.read(raw)
  return parameter.required && 'value' in read && read.value === null ? invalid : read
}

export function required<T>(parameter: Parameter<T>): Parameter<T, true> {
  return { ...parameter, required: true }
}

/** Accepts numbers and booleans as text, as in a form. */
export function text(): Parameter<string, false> {
  return optional((raw) => {
    if (typeof raw === 'number' || typeof raw === 'boolean') return { value: String(raw) }
    return typeof raw === 'string' && isStorable(raw) ? { value: raw } : invalid
  })
}

/** Null bytes and lone surrogates can't be stored (`lib/gitlab/middleware/handle_malformed_strings.rb`). */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export function integer(): Parameter<number, false> {
  return optional((raw) => {
    if (raw === '') return { value: null }
    if (typeof raw !== 'number' && !(typeof raw === 'string' && /^[+-]?\d+$/.test(raw)))
      return invalid
    const value = Number(raw)
    return Number.isSafeInteger(value) ? { value } : invalid
  })
}

/** Null means false. */
export function boolean(): Parameter<boolean, false> {
  return optional((raw) => {
    if (raw === '') return { value: null }
    // Some objects sent by clients can't be converted to a string.
    const word = typeof raw === 'object' ? '' : String(raw).toLowerCase()
    if (['true', 't', '1', 'on'].includes(word)) return { value: true }
    return ['false', 'f', '0', 'off'].includes(word) ? { value: false } : invalid
  }, false)
}

/** One of these values, case-sensitive. */
export function choice<const T extends string>(choices: readonly T[]): Parameter<T, false> {
  return optional<T>((raw) => {
    const value = choices.find((one) => one === raw)
    return value === undefined ? { wrong: 'does not have a valid value' } : { value }
  })
}

/** A date as `YYYY-MM-DD`. A date-time is cut to its date. */
export function date(): Parameter<string, false> {
  return optional((raw) => {
    if (raw === '') return { value: null }
    const day = typeof raw === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(raw)?.[0] : undefined
    // Dates such as February 30 would roll over to March.
    const moment = new Date(`${day}T00:00:00Z`)
    if (!day || Number.isNaN(moment.getTime())) return invalid
    return moment.toISOString().startsWith(day) ? { value: day } : invalid
  })
}

/** A file in a multipart form. */
export function file(): Parameter<Upload, false> {
  return optional((raw) => (raw instanceof Upload && raw.name !== '' ? { value: raw } : invalid))
}

/** A list (`name[]=`) or comma-separated text. */
export function list<T>(item: Parameter<T>): Parameter<T[], false> {
  return optional((raw) => {
    const raws = typeof raw === 'string' ? raw.split(',').filter((part) => part !== '') : raw
    if (!Array.isArray(raws)) return invalid
    const values: T[] = []
    for (const one of raws) {
      const read: ReadResult<T> = one === null ? { value: null } : item.read(one)
      if ('wrong' in read) return read
      if (read.value !== null) values.push(read.value)
    }
    return { value: values }
  }, [])
}

/** A date or date-time, parsed to ISO 8601 in UTC with milliseconds. The zone defaults to UTC. */
export function moment(): Parameter<string, false> {
  return optional((raw) => {
    if (raw === '') return { value: null }
    const [, day, time = '00:00', zone = 'Z'] =
      (typeof raw === 'string' && dateTime.exec(raw)) || []
    if (day === undefined || 'wrong' in date().read(day)) return invalid
    const milliseconds = Date.parse(`${day}T${time}${zone}`)
    return Number.isNaN(milliseconds) ? invalid : { value: new Date(milliseconds).toISOString() }
  })
}

const dateTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** A map (`name[key]=`) of values. */
export function map<T>(item: Parameter<T>): Parameter<Record<string, T>, false> {
  return optional((raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return invalid
    const values: [string, T][] = []
    for (const [key, one] of Object.entries(raw)) {
      const read: ReadResult<T> = one === null ? { value: null } : item.read(one)
      if ('wrong' in read || !isStorable(key)) return invalid
      if (read.value !== null) values.push([key, read.value])
    }
    return { value: Object.fromEntries(values) }
  })
}

/** Returns an error if only some of these are present. */
export function allOrNoneOf(...names: string[]): Rule {
  return (given) =>
    new Set(names.map((name) => given[name] === undefined)).size < 2
      ? undefined
      : `${names.join(', ')} provide all or none of parameters`
}

/** Returns an error for each missing parameter. */
export function allOf(...names: string[]): Rule {
  return (given) => {
    const missing = names.filter((name) => given[name] === undefined)
    return missing.map((name) => `${name} is missing`).join(', ') || undefined
  }
}

/** Returns an error if none of these are present. */
export function atLeastOneOf(...names: string[]): Rule {
  return (given) =>
    names.some((name) => given[name] !== undefined)
      ? undefined
      : `${names.join(', ')} are missing, at least one parameter must be provided`
}

function optional<T>(
  read: (raw: unknown) => ReadResult<T>,
  valueOfNull: T | null = null,
): Parameter<T, false> {
  return { read, valueOfNull, required: false }
}
