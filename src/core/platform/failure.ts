import type { Age as AgeOf, Failure as FailureOf } from '../../shared/rules/failure.ts'
import type { Text } from '../../shared/messages/message.ts'
import { textOf } from './messages.ts'

/** A failure whose messages haven't been formatted yet. */
export interface UnformattedFailure extends FailureOf<Text> {
  /** GitLab's own text and field names, for rules that depend on them. Never leaves core. */
  serviceText?: string
}
export type UnformattedAge = AgeOf<Text>

/** A failure as an error. Only its `failure` leaves core, and only formatted. */
export class FailureError extends Error {
  readonly failure: UnformattedFailure

  constructor(failure: UnformattedFailure, options?: { cause?: unknown }) {
    super(textOf(failure.message), options)
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** Formats a failure for the page or the audit log. */
export function formatFailure(failure: UnformattedFailure): FailureOf {
  const { message, hint, fields, creation, serviceText: _, ...rest } = failure
  return {
    ...rest,
    message: textOf(message),
    ...(hint !== undefined && { hint: textOf(hint) }),
    ...(fields && { fields: formatFields(fields) }),
    ...(creation && { creation: { ...creation, what: textOf(creation.what) } }),
  }
}

function formatFields(fields: Record<string, Text[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, texts.map((text) => textOf(text))]),
  )
}
