import { createFailureError } from '../platform/failures.ts'
import { z } from 'zod'
import { type Message, message } from '../../shared/messages/message.ts'
import { type AnyEndpoint, type CheckedInput, checkInput } from '../../shared/gitlab/endpoint.ts'
import { issueMessage } from '../../shared/gitlab/validation.ts'
import { fieldLabelText } from './text.ts'

/** More fields than any form has. */
const maxFields = 100

/** Converts a `ZodError` to a failure with messages by field; returns other errors unchanged. */
export function inputFailure(error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error
  // A map, because a field may share its name with a property that every object inherits.
  const fields = new Map<string, Message[]>()
  // guard: input-fields
  const issues = error.issues.slice(0, maxFields)
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    const names = isUnknown ? issue.keys.slice(0, maxFields) : [issue.path.join('.') || 'input']
    const problem = isUnknown ? message('validation.unknown') : issueMessage(issue.message)
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), problem])
  }
  const [field, [first]] = [...fields][0]! as [string, [Message]]
  return createFailureError(
    'validation.failed',
    { field: fieldLabelText(field), problem: first },
    { fields: Object.fromEntries(fields) },
  )
}

/** Validates a request's input. Throws a failure with the invalid fields before anything is sent. */
export function assertInput(endpoint: AnyEndpoint, input: unknown): CheckedInput {
  try {
    return checkInput(endpoint, input)
  } catch (error) {
    throw inputFailure(error)
  }
}
