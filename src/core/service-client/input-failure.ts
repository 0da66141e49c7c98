import { z } from 'zod'
import { FailureError } from '../infra/failure.ts'
import { type AnyEndpoint, type CheckedInput, checkInput } from '../../shared/service/endpoint.ts'
import { fieldWords, sentence } from './words.ts'

/** No form has more fields. */
const mostFields = 100

/** What a schema said of an input, as a failure with one entry a field; anything else is passed on. */
export function failureOfInput(error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error
  // A map, because a name may be one that every object has.
  const fields = new Map<string, string[]>()
  // guard: input-fields
  const issues = error.issues.slice(0, mostFields)
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys'
    const names = isUnknown ? issue.keys.slice(0, mostFields) : [issue.path.join('.') || 'input']
    for (const name of names) {
      const texts = fields.get(name) ?? []
      fields.set(name, [...texts, isUnknown ? 'is not known here' : wordsOf(issue)])
    }
  }
  const [field, texts] = [...fields][0]!
  return new FailureError({
    kind: 'invalid',
    message: sentence(`${fieldWords(field)} ${texts[0]}`),
    hint: 'Correct it and try again; nothing was sent.',
    fields: Object.fromEntries(fields),
  })
}

/** Schemas of ours speak in words that follow the field's name; zod's own texts are for programmers. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return /^[A-Z]/.test(issue.message) ? 'is not valid' : issue.message
}

/** What a row's request is made of. Throws a failure that names what does not fit; nothing was sent then. */
export function checkedInput(row: AnyEndpoint, input: unknown): CheckedInput {
  try {
    return checkInput(row, input)
  } catch (error) {
    throw failureOfInput(error)
  }
}
