import { z } from 'zod'
import { Policy } from '../../../src/shared/operations/policy.ts'

/** A value’s JSON Schema, as far as it is used here. */
export interface ValueSchema {
  type?: string
  description?: string
  examples?: unknown[]
  properties?: Record<string, ValueSchema>
  required?: string[]
  items?: ValueSchema
  enum?: string[]
  anyOf?: ValueSchema[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** How a value is entered. */
export type Field =
  | { kind: 'switch' }
  | { kind: 'text'; maxLength: number }
  | { kind: 'object'; keys: string[]; maxLength: number }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'lines'; items: ValueSchema }
  | { kind: 'choice'; choices: { text: string; value: string }[] }

export interface PolicyEntry {
  name: string
  /** The name as words. */
  title: string
  description: string
  example: unknown
  field: Field
}

/** The JSON Schema of a policy. */
export function policySchema(): ValueSchema {
  return z.toJSONSchema(Policy, { target: 'draft-7' }) as ValueSchema
}

/** All keys of a policy, from its schema. */
export function policyEntries(): PolicyEntry[] {
  return Object.entries(policySchema().properties!).map(([name, schema]) => {
    const { description, examples } = schema
    if (description === undefined || !examples)
      throw new Error(`The policy’s key ${name} has no description or example.`)
    return {
      name,
      title: wordsOf(name),
      description,
      example: examples[0],
      field: fieldOf(name, schema),
    }
  })
}

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}

function fieldOf(name: string, schema: ValueSchema): Field {
  const { type, items, anyOf, minimum, maximum, maxLength, properties = {} } = schema
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'integer') return { kind: 'number', min: minimum!, max: maximum! }
  // The registry stores an object as JSON.
  if (type === 'object') return { kind: 'object', keys: Object.keys(properties), maxLength: 1000 }
  if (type === 'array') return { kind: 'lines', items: items! }
  if (type === 'string' && maxLength !== undefined) return { kind: 'text', maxLength }
  if (anyOf) return { kind: 'choice', choices: anyOf.flatMap(choicesOf) }
  throw new Error(`The policy’s key ${name} has a type without a field.`)
}

/** All values of an enum, or of an object with a single one, which the registry stores as JSON. */
function choicesOf({ enum: values, properties = {} }: ValueSchema) {
  if (values) return values.map((value) => ({ text: value, value }))
  return Object.entries(properties).flatMap(([name, property]) =>
    property.enum!.map((value) => ({
      text: `${name}: ${value}`,
      value: JSON.stringify({ [name]: value }),
    })),
  )
}
