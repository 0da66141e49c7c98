import type { Component } from 'vue'
import { type ExpiryChoice, expiryErrors } from './expiry-choice.ts'
import { t } from '../ui/messages.ts'
import { codePointLength } from '../../shared/rules/text-length.ts'

interface Named {
  label: string
  hint?: string | undefined
  /** Whether another field makes it irrelevant. */
  disabled?: boolean
}

/** A text field. */
export interface TextField extends Named {
  kind: 'text' | 'area' | 'password' | 'number'
  placeholder?: string | undefined
  /** Maximum number of characters. */
  limit?: number | undefined
  /** Whether the character count is always shown. */
  counts?: boolean
  /** The error for a required field that is empty. */
  required?: string
  /** Returns the error of a text. */
  check?: (text: string) => string | undefined
  /** Whether to disable spell checking. */
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

/** One of several options, side by side. */
export interface ChoiceField extends Named {
  kind: 'cards' | 'segments'
  choices: readonly Choice[]
}

/** One of many options, in a dropdown. */
interface SelectField extends Named {
  kind: 'select'
  choices: readonly Choice[]
}

/** A switch; `on` and `off` are its values if not `true` and `false`. */
interface SwitchField extends Named {
  kind: 'switch'
  on?: string
  off?: string
}

/** The scopes of a token. */
interface ScopesField {
  kind: 'scopes'
  required?: string
  choices: readonly { value: string; hint: string }[]
}

/** When something expires. */
interface ExpiryField {
  kind: 'expiry'
  hint: string
  /** The label of the choice without a date. */
  never: string
}

/** A field that the form renders in a slot. */
interface OwnField {
  kind: 'own'
}

/** A field declaration, with everything needed to render and validate it. */
export type Field =
  TextField | ChoiceField | SelectField | SwitchField | ScopesField | ExpiryField | OwnField

/** The fields of a form, by API name. */
export type Fields = Record<string, Field>

/** Errors by API field name. */
export type FieldErrors = Record<string, string[]>

/** The error of a field’s value. An unchanged value is accepted, unless it is empty and required. */
export function fieldError(field: Field, value: unknown, isChanged = true): string | undefined {
  if (field.kind === 'expiry') return expiryErrors(value as ExpiryChoice)?.[0]
  if (field.kind === 'scopes') return (value as string[]).length === 0 ? field.required : undefined
  if (!isTyped(field)) return undefined
  const text = String(value).trim()
  if (text === '' && field.required) return field.required
  if (!isChanged || text === '') return undefined
  const { limit = Infinity } = field
  if (codePointLength(String(value)) > limit) return t('forms.tooLong', { limit })
  return field.check?.(text)
}

/** The errors of all fields. */
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

/** Whether a field is a text field. */
export function isTyped(field: Field): field is TextField {
  return ['text', 'area', 'password', 'number'].includes(field.kind)
}
