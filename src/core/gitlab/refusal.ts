import { type ApiResponse, readJson } from './api-response.ts'
import { type Message, type Text, message } from '../../shared/messages/message.ts'
import { capitalize, fieldLabelText } from './text.ts'
import { shorten } from '../../shared/rules/text-length.ts'

/** The parsed body of an error response. */
export interface Refusal {
  /** As a sentence for users. */
  text?: Message
  /** The same in GitLab's own words and field names. */
  serviceText?: string
  fields?: Record<string, Text[]>
  /** The OAuth-style `error`, for example `invalid_token`. */
  code?: string
  scopes?: string[]
  /** Whether it has GitLab's own format, unlike gateway errors. */
  isOwn: boolean
}

/** The keys of an error body from GitLab or its OAuth library. */
const ownKeys = new Set(['message', 'error', 'error_description', 'error_uri', 'scope'])

/** Gateways send additional keys, or only the status text, which GitLab sends along with its number (`lib/api/helpers.rb`). */
function hasOwnFormat(body: Record<string, unknown>): boolean {
  const reason = body['message'] ?? body['error']
  const isBareName = typeof reason === 'string' && /^\s*(forbidden|unauthorized)\W*$/i.test(reason)
  const isReason = Object.hasOwn(body, 'message') || Object.hasOwn(body, 'error')
  return isReason && !isBareName && Object.keys(body).every((key) => ownKeys.has(key))
}

/** Parses an error body. An echoed password is removed, because failures are stored. */
export function readRefusal(answer: ApiResponse, sent: SentFields = {}): Refusal {
  const body = withoutPassword(readJson(answer), sent)
  if (!isMap(body)) return { ...readMessages(body, sent), isOwn: false }
  const { error, error_description: description, scope } = body
  const isOwn = hasOwnFormat(body)
  if (typeof error === 'string' && (typeof description === 'string' || isScopeCode(error))) {
    const scopes = typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : undefined
    const parts = toParts(withoutStatus(description))
    return {
      code: error,
      text: joinParts(parts),
      serviceText: joinServiceWords(parts),
      scopes,
      isOwn,
    }
  }
  const reason = reasonKeys.find((key) => body[key] !== undefined && body[key] !== null)
  return { ...readMessages(reason && { [reason]: body[reason] }, sent), isOwn }
}

/** The keys that hold the text, in order of precedence. */
const reasonKeys = ['message', 'error', 'errors', 'detail']

/**
 * Whether GitLab itself reports that something doesn't exist (`lib/api/helpers.rb`, `lib/api/admin/token.rb`, and Grape's
 * router).
 */
export function isOwnNotFound(answer: ApiResponse): boolean {
  const body = readJson(answer)
  if (!isMap(body)) return false
  const { message } = body
  if (isUnknownRoute(answer)) return true
  if (isMap(message))
    return typeof message['error'] === 'string' && /^not found$/i.test(message['error'])
  return typeof message === 'string' && /^404\b.*\bnot found\.?$/i.test(message.trim())
}

/** Whether GitLab's router doesn't know the endpoint. */
export function isUnknownRoute(answer: ApiResponse): boolean {
  const body = readJson(answer)
  return isMap(body) && body['error'] === '404 Not Found'
}

/** Whether a code means that the token is valid but lacks a scope. */
export function isScopeCode(code: string | undefined): boolean {
  return code !== undefined && /^insufficient_(\w+_)?scope$/.test(code)
}

/** The fields of a request. */
export type SentFields = Readonly<Record<string, unknown>>

type Messages = Pick<Refusal, 'text' | 'serviceText' | 'fields'>

function readMessages(value: unknown, sent: SentFields): Messages {
  const parts = readParts(value).slice(0, maxParts)
  // guard: own-texts
  const fields = new Map<string, Text[]>()
  const add = (field: string, text: Text) => fields.set(field, [...(fields.get(field) ?? []), text])
  for (const { field, text } of parts) {
    if (field !== undefined) add(field, text)
    else if ('username' in sent && aboutUsername.test(serviceWords(text))) add('username', text)
  }
  return {
    text: joinParts(parts),
    serviceText: joinServiceWords(parts),
    // A map, because a field may share its name with a property that every object inherits.
    fields: fields.size > 0 ? Object.fromEntries(fields) : undefined,
  }
}

/** Matches a sentence about the username. One that starts with the word doesn't need the field name. */
const aboutUsername = /.\busername\b/i

interface Part {
  /** Dotted path of the field; undefined for the entire record. */
  field?: string
  /** GitLab's own text, or a message if there is none. */
  text: Text
}

/** Keys that stand for the entire record or just wrap the text. */
const wrappers = new Set(['base', 'errors', 'full_messages', 'detail'])
/** These only wrap the outermost level: `{ message: { message: […] } }` is about the message of a user status. */
const outermostWrappers = new Set(['message', 'error'])
const maxDepth = 8
const maxParts = 20
const maxLength = 500

interface Place {
  /** Dotted path of the field; absent at the top level. */
  field?: string
  /** The immediately enclosing wrapper. */
  wrapper?: string
  depth: number
}

function isWrapper(name: string, { field, wrapper }: Place): boolean {
  if (outermostWrappers.has(name)) return field === undefined && name !== wrapper
  return wrappers.has(name)
}

/** Collects the strings in a value, including nested lists and maps. */
function readParts(value: unknown, place: Place = { depth: 0 }): Part[] {
  const { field } = place
  if (typeof value === 'string') {
    if (field === undefined) return readGrapeParts(value) ?? toParts(withoutStatus(value))
    return toParts(clean(value), field)
  }
  if (typeof value !== 'object' || value === null || place.depth > maxDepth) return []
  const inside = { ...place, depth: place.depth + 1 }
  if (Array.isArray(value)) return value.flatMap((entry) => readParts(entry, inside))
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isWrapper(name, place)) return readParts(inner, { ...inside, wrapper: name })
    const path = field === undefined ? name : `${field}.${name}`
    const parts = readParts(inner, { ...inside, field: path })
    return parts.length > 0 ? parts : [{ field: path, text: message('validation.invalid') }]
  })
}

function toParts(text: string | undefined, field?: string): Part[] {
  return text ? [{ field, text }] : []
}

/** Parses `name is missing, scopes is missing`, from GitLab's parameter check. */
function readGrapeParts(text: string): Part[] | undefined {
  const required =
    /^([\w, ]+) are missing, (at least|exactly) one parameter must be provided$/.exec(text)
  if (required) {
    return [
      {
        text: message('service.oneRequired', {
          fields: required[1]!.split(', ').map(fieldLabelText),
        }),
      },
    ]
  }
  const parts = text.split(', ').map((part) => grapeText.exec(part))
  if (parts.includes(null)) return undefined
  return parts.map((part) => ({ field: part![1]!, text: part![2]! }))
}

const grapeText = /^(\S+) (is missing|is empty|is invalid|does not have a valid value)$/

/** Joins all parts into one message. */
function joinParts(parts: readonly Part[]): Message | undefined {
  const problems: Text[] = []
  let remaining = maxLength
  for (const part of distinctParts(parts)) {
    if (remaining <= 0) break
    const text = typeof part.text === 'string' ? shorten(part.text, remaining) : part.text
    remaining -= serviceWords(text).length + (part.field?.length ?? 0) + 2
    problems.push(describePart({ ...part, text }, problems.length === 0))
  }
  if (problems.length === 0) return undefined
  const last = problems.at(-1)!
  const end = serviceWords(typeof last === 'string' ? last : (last.values?.['problem'] as Text))
  return message(/[!?…]$/.test(end) ? 'service.said' : 'service.problems', { problems })
}

/** The text without its period, with its field if it lacks a subject. */
function describePart({ field, text }: Part, isFirst: boolean): Text {
  const problem = typeof text === 'string' ? text.replace(/\.$/, '') : text
  if (field !== undefined && !/^\p{Lu}/u.test(serviceWords(text))) {
    return message('service.fieldProblem', { field: fieldLabelText(field), problem })
  }
  return typeof problem === 'string' && isFirst ? capitalize(problem) : problem
}

function distinctParts(parts: readonly Part[]): Part[] {
  const byText = new Map(parts.map((part) => [joinServiceWords([part]), part]))
  return [...byText.values()]
}

/** GitLab's own text; empty for a message. */
function serviceWords(text: Text): string {
  return typeof text === 'string' ? text : ''
}

function joinServiceWords(parts: readonly Part[]): string | undefined {
  const texts = parts.map(({ field, text }) =>
    [field, serviceWords(text)].filter(Boolean).join(' '),
  )
  return texts.length > 0 ? shorten(texts.join('; '), maxLength) : undefined
}

/** Removes the status, which is shown separately: `403 Forbidden - reason` becomes `reason`. */
function withoutStatus(text: unknown): string | undefined {
  const words = clean(text)?.replace(/^[45]\d\d (?:[A-Z][\w ]*? - )?/, '')
  if (!words || bareStatusName.test(words)) return undefined
  return /^[a-z]+(?:_[a-z]+)+$/.test(words) ? words.replaceAll('_', ' ') : words
}

// A bare status name, for which there is a better message.
const bareStatusName = /^(bad request|forbidden|conflict|unprocessable (entity|content))\.?$/i

/** Undefined for an HTML page. */
function clean(text: unknown): string | undefined {
  if (typeof text !== 'string' || /<\/?(html|body|head|!doctype)\b/i.test(text)) return undefined
  return text.replace(/\s+/g, ' ').trim() || undefined
}

function withoutPassword(value: unknown, { password }: SentFields): unknown {
  if (typeof password !== 'string' || password === '') return value
  return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(password, '…') : inner,
  )
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
