import { z } from 'zod'
import { FailureError } from '../../shared/failure.ts'
import { fieldWords, sentence } from './words.ts'

/** What a schema said of an input, as a failure with one entry a field; anything else is passed on. */
export function failureOfInput(error: unknown, where: string): unknown {
  if (!(error instanceof z.ZodError)) return error
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'input']
    for (const name of names) {
      fields[name] ??= []
      fields[name].push(issue.code === 'unrecognized_keys' ? 'is not known here' : wordsOf(issue))
    }
  }
  const [field, texts] = Object.entries(fields)[0]!
  return new FailureError({
    kind: 'invalid',
    message: sentence(`${fieldWords(field)} ${texts[0]} (${where})`),
    hint: 'Correct it and try again; nothing was sent.',
    fields,
  })
}

/** Schemas of ours speak in words that follow the field's name; zod's own texts stand alone. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return /^[A-Z]/.test(issue.message) ? `is not valid: ${issue.message}` : issue.message
}
