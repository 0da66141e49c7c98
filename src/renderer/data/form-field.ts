import type { Component } from 'vue'
import { expiryErrors } from './expiry-choice.ts'
import type { ExpiryChoice } from './expiry-choice.ts'
import { lengthOf } from '../ui/text-length.ts'

interface Named {
  label: string
  hint?: string | undefined
  /** Whether it does not count beside something else. */
  disabled?: boolean
}

/** A field in which something is typed. */
interface TextField extends Named {
  kind: 'text' | 'area' | 'password' | 'number'
  placeholder?: string | undefined
  /** Characters at most. */
  limit?: number | undefined
  /** Whether the characters are counted from the first one on. */
  counts?: boolean
  /** What is said where nothing is typed, for a field that must not be empty. */
  required?: string
  /** What is wrong with a text, as the end of a sentence that begins with the label. */
  check?: (text: string) => string | undefined
  /** Whether no spelling checker should touch it. */
  isCode?: boolean | undefined
  suggestions?: readonly string[] | undefined
}

interface Choice {
  value: string
  label: string
  hint?: string
  icon?: Component
  disabled?: boolean
}

/** One of several, side by side. */
interface ChoiceField extends Named {
  kind: 'cards' | 'segments'
  choices: readonly Choice[]
}

/** One of many, in a list that opens. */
interface SelectField extends Named {
  kind: 'select'
  choices: readonly Choice[]
}

/** A switch; `on` and `off` are its values where they are not `true` and `false`. */
interface SwitchField extends Named {
  kind: 'switch'
  on?: string
  off?: string
}

/** What a token may do. */
interface ScopesField {
  kind: 'scopes'
  required?: string
  choices: readonly { value: string; hint: string }[]
}

/** When something expires. */
interface ExpiryField {
  kind: 'expiry'
  hint: string
  /** What no day is called. */
  never: string
}

/** A field that its form draws in a slot. */
interface OwnField {
  kind: 'own'
}

/** What a form has to know of a field to draw and to check it. */
export type Field =
  TextField | ChoiceField | SelectField | SwitchField | ScopesField | ExpiryField | OwnField

/** The fields of a form, by their names in the interface. */
export type Fields = Record<string, Field>

/** What is wrong, by the names of the interface. */
export type FieldErrors = Record<string, string[]>

/** What is wrong with a field as it is filled in. What was there before may stay, but for nothing where something is needed. */
export function fieldError(field: Field, value: unknown, isChanged = true): string | undefined {
  if (field.kind === 'expiry') return expiryErrors(value as ExpiryChoice)?.[0]
  if (field.kind === 'scopes') return (value as string[]).length === 0 ? field.required : undefined
  if (!isTyped(field)) return undefined
  const text = String(value).trim()
  if (text === '' && field.required) return field.required
  if (!isChanged || text === '') return undefined
  const { limit = Infinity } = field
  if (lengthOf(String(value)) > limit) return `is too long (${limit} characters at most)`
  return field.check?.(text)
}

/** What is wrong with fields as they are filled in. */
export function fieldErrors(
  fields: Fields,
  values: object,
  changed: readonly string[] = Object.keys(fields),
): FieldErrors {
  const filled = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const error = fieldError(field, filled.get(name), changed.includes(name))
      return error ? [[name, [error]]] : []
    }),
  )
}

/** Whether something is typed in a field. */
export function isTyped(field: Field): field is TextField {
  return ['text', 'area', 'password', 'number'].includes(field.kind)
}
