import { type Answer, jsonOf } from './answer.ts'
import { capital, fieldWords } from './words.ts'

/** What the body of a refusal says, whichever of its many shapes it has. */
export interface Refusal {
  /** For a person. */
  text?: string
  /** The same in the words of the service alone, with its names of fields. */
  serviceText?: string
  fields?: Record<string, string[]>
  /** `error` of the OAuth-style shape, for example `invalid_token`. */
  code?: string
  scopes?: string[]
  /** Whether it has the form of the service's own refusals; what a proxy refused looks otherwise. */
  isOwn: boolean
}

/** Reads the body of a refusal of what was sent. A password that it repeats is left out, so that it is kept nowhere. */
export function refusalOf(answer: Answer, sent: Sent = {}): Refusal {
  const body = withoutPassword(jsonOf(answer), sent)
  if (!isMap(body)) return { ...messagesIn(body, sent), isOwn: false }
  const { message, error, error_description: description, scope } = body
  const isOwn = Object.hasOwn(body, 'message') || Object.hasOwn(body, 'error')
  if (typeof error === 'string' && (typeof description === 'string' || isScopeCode(error))) {
    const scopes = typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : undefined
    const parts = partOf(plain(description))
    return { code: error, text: joined(parts), serviceText: asAnswered(parts), scopes, isOwn }
  }
  return { ...messagesIn(message ?? error ?? body['errors'] ?? body['detail'], sent), isOwn }
}

/** Whether the service itself says that something does not exist (`lib/api/helpers.rb`, and Grape's router). */
export function isOwnNotFound(answer: Answer): boolean {
  const body = jsonOf(answer)
  if (!isMap(body)) return false
  const { message, error } = body
  if (error === '404 Not Found') return true
  return typeof message === 'string' && /^404\b.*\bnot found\.?$/i.test(message.trim())
}

/** Whether a code says that the token is good but may not do this. */
export function isScopeCode(code: string | undefined): boolean {
  return code !== undefined && /^insufficient_(\w+_)?scope$/.test(code)
}

/** The fields of a request. */
export type Sent = Readonly<Record<string, unknown>>

type Messages = Pick<Refusal, 'text' | 'serviceText' | 'fields'>

function messagesIn(value: unknown, sent: Sent): Messages {
  const parts = partsOf(value).slice(0, mostParts)
  // guard: own-texts
  const fields = new Map<string, string[]>()
  const add = (field: string, text: string) =>
    fields.set(field, [...(fields.get(field) ?? []), text])
  for (const { field, text } of parts) {
    if (field !== undefined) add(field, text)
    else if ('username' in sent && aboutUsername.test(text)) add('username', text)
  }
  return {
    text: joined(parts),
    serviceText: asAnswered(parts),
    // A map, because a name may be one that every object has.
    fields: fields.size > 0 ? Object.fromEntries(fields) : undefined,
  }
}

/** A sentence about the whole record that means its username; one that begins with it is told as it came. */
const aboutUsername = /.\busername\b/i

interface Part {
  /** Dotted path of the field; undefined where the whole record is meant. */
  field?: string
  text: string
}

/** Names that stand for the whole record, or only wrap what is said. */
const wrappers = new Set(['base', 'error', 'errors', 'message', 'full_messages', 'detail'])
const deepest = 8
/** Nobody reads more of them. */
const mostParts = 20
const longest = 500

/** All that a value says, however its lists and maps are nested. */
function partsOf(value: unknown, field?: string, depth = 0): Part[] {
  if (typeof value === 'string') {
    if (field === undefined) return partsOfGrape(value) ?? partOf(plain(value))
    return partOf(clean(value), field)
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return []
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, field, depth + 1))
  return Object.entries(value).flatMap(([name, inner]) => {
    if (wrappers.has(name)) return partsOf(inner, field, depth + 1)
    const path = field === undefined ? name : `${field}.${name}`
    const parts = partsOf(inner, path, depth + 1)
    return parts.length > 0 ? parts : [{ field: path, text: 'is not valid' }]
  })
}

function partOf(text: string | undefined, field?: string): Part[] {
  return text ? [{ field, text }] : []
}

/** `name is missing, scopes is missing`, as the service's parameter check says it. */
function partsOfGrape(text: string): Part[] | undefined {
  const oneOf = /^([\w, ]+) are missing, (at least|exactly) one parameter must be provided$/.exec(
    text,
  )
  if (oneOf) {
    const names = oneOf[1]!.split(', ').map((name) => fieldWords(name).toLowerCase())
    return [{ text: `One of these must be given: ${names.join(', ')}` }]
  }
  const parts = text.split(', ').map((part) => grapeText.exec(part))
  if (parts.includes(null)) return undefined
  return parts.map((part) => ({ field: part![1]!, text: part![2]! }))
}

const grapeText = /^(\S+) (is missing|is empty|is invalid|does not have a valid value)$/

/** One sentence of all parts. */
function joined(parts: readonly Part[]): string | undefined {
  const texts = new Set(
    parts.map(({ field, text }) =>
      // A text with a subject of its own needs no other one before it.
      field === undefined || /^\p{Lu}/u.test(text) ? text : `${fieldWords(field)} ${text}`,
    ),
  )
  const text = capital([...texts].join('; ').replaceAll(/([.!?]); /g, '$1 '))
  return text === '' ? undefined : shortened(text)
}

function asAnswered(parts: readonly Part[]): string | undefined {
  const texts = parts.map(({ field, text }) => (field === undefined ? text : `${field} ${text}`))
  return texts.length > 0 ? shortened(texts.join('; ')) : undefined
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text
}

/** A text for the whole record without what is said otherwise: `403 Forbidden - reason` becomes `reason`. */
function plain(text: unknown): string | undefined {
  const said = clean(text)?.replace(/^[45]\d\d (?:[A-Z][\w ]*? - )?/, '')
  if (!said || saysNothing.test(said)) return undefined
  return /^[a-z]+(?:_[a-z]+)+$/.test(said) ? said.replaceAll('_', ' ') : said
}

// The name of the status alone, which is told in better words.
const saysNothing = /^(bad request|forbidden|conflict|unprocessable (entity|content))\.?$/i

/** Nothing where it is a page for browsers. */
function clean(text: unknown): string | undefined {
  if (typeof text !== 'string' || /<\/?(html|body|head|!doctype)\b/i.test(text)) return undefined
  return text.replace(/\s+/g, ' ').trim() || undefined
}

function withoutPassword(value: unknown, { password }: Sent): unknown {
  if (typeof password !== 'string' || password === '') return value
  return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(password, '…') : inner,
  )
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
