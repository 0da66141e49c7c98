import type { Component } from 'vue'
import { type ExpiryChoice, expiryErrors } from './expiry-choice.ts'
import { t } from '../ui/messages.ts'
import { codePointLength } from '../../shared/rules/text-length.ts'

interface BaseField {
  label: string
  hint?: string | undefined
  /** Whether another field’s value makes this one irrelevant. */
  disabled?: boolean
}

/** A text field. */
export interface TextField extends BaseField {
  kind: 'text' | 'area' | 'password' | 'number'
  placeholder?: string | undefined
  /** The maximum number of characters. */
  limit?: number | undefined
  /** Whether to always show the character count. */
  counts?: boolean
  /** The error to show if it’s empty. Makes the field required. */
  required?: string
  /** Returns what’s wrong with the input, if anything. */
  check?: (text: string) => string | undefined
  /** Whether it’s code, which turns off spell checking. */
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

/** A choice between a few options, side by side. */
export interface ChoiceField extends BaseField {
  kind: 'cards' | 'segments'
  choices: readonly Choice[]
}

/** A choice between many options, in a dropdown. */
interface SelectField extends BaseField {
  kind: 'select'
  choices: readonly Choice[]
}

/** A switch. `on` and `off` replace its values `true` and `false`. */
interface SwitchField extends BaseField {
  kind: 'switch'
  on?: string
  off?: string
}

/** A token’s scopes. */
interface ScopesField {
  kind: 'scopes'
  required?: string
  choices: readonly { value: string; hint: string }[]
}

/** When something expires. */
interface ExpiryField {
  kind: 'expiry'
  /** Whether it is a token’s, whose lifetime the company may limit. */
  forToken?: true
  hint: string
  /** The label for having no expiry date. */
  never: string
}

/** A field that the form renders itself, in a slot. */
interface OwnField {
  kind: 'own'
}

/** Declares a field with everything needed to render and validate it. */
export type Field =
  TextField | ChoiceField | SelectField | SwitchField | ScopesField | ExpiryField | OwnField

/** A form’s fields by API name. */
export type Fields = Record<string, Field>

/** Errors by API field name. */
export type FieldErrors = Record<string, string[]>

/** Validates a field’s value. Unchanged values are valid unless they’re empty and required. */
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

/** Validates all fields. */
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

/** Narrows a field to a text field. */
export function isTyped(field: Field): field is TextField {
  return ['text', 'area', 'password', 'number'].includes(field.kind)
}
