import type { FieldChange } from '../../shared/operations/audit-log.ts'
import type { RecordFields } from '../../shared/rules/three-way.ts'
import { characterStart, shorten as shortenEnd } from '../../shared/rules/text-length.ts'

/** Maximum number of characters stored per value. */
const maxLength = 200
/** Number of characters stored before the first difference between two long values. */
const leadIn = 40

/** Fields whose values are never stored. */
// guard: secret-fields
const secretFields = new Set(['password'])

/** Field changes for the audit log; `before` has the known old values. */
export function fieldChanges(sent: RecordFields, before: RecordFields = {}): FieldChange[] {
  const endedFields = Object.keys(before).filter((field) => before[field] !== undefined)
  const names = new Set([...Object.keys(sent), ...endedFields])
  return [...names].map((field) =>
    secretFields.has(field)
      ? { field }
      : { field, ...shorten(toValue(before[field]), toValue(sent[field])) },
  )
}

type Value = FieldChange['before']

/** A displayable value; undefined for a file. */
function toValue(value: unknown): Value {
  if (Array.isArray(value)) return value.join(', ')
  const isShown = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return isShown ? (value as Value) : undefined
}

/** Shortens two long values but keeps their first difference visible, such as a line added to a note. */
function shorten(before: Value, after: Value): Omit<FieldChange, 'field'> {
  const isBoth = typeof before === 'string' && typeof after === 'string'
  const from = isBoth && before !== after ? differenceStart(before, after) : 0
  return {
    ...(before !== undefined && { before: cut(before, from) }),
    ...(after !== undefined && { after: cut(after, from) }),
  }
}

function differenceStart(before: string, after: string): number {
  if (Math.max(before.length, after.length) <= maxLength) return 0
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  return Math.max(0, same - leadIn)
}

function cut(value: Value, from: number): Value {
  if (typeof value !== 'string') return value
  const start = characterStart(value, from)
  return `${start > 0 ? '…' : ''}${shortenEnd(value.slice(start), maxLength)}`
}
