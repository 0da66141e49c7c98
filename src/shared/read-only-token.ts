import type { Failure } from './failure.ts'

/** The refusal of any change for an account whose token can only read. */
export const readOnlyToken: Failure = {
  kind: 'forbidden',
  reason: 'insufficient-scope',
  message: 'This token can only read.',
  hint: 'Replace it with a token that has the api scope to make changes.',
}
