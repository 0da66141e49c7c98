import type { Failure } from '../../shared/rules/failure.ts'

/** A failed call to core. */
export class CallError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'CallError'
    this.failure = failure
  }
}
