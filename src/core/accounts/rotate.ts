import type { CreatedToken } from '../../shared/gitlab/tokens.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import { type UnformattedFailure, FailureError } from '../platform/failure.ts'

/** Whether GitLab still accepts a secret. */
export type SecretState = 'works' | 'revoked' | 'unknown'

/** A rotation. Its outcome is whatever the store makes of it. */
export interface Rotation<Outcome> {
  /** Asks GitLab for a new secret. */
  send(): Promise<CreatedToken>
  store: RotationStore<Outcome>
  /** After a failed rotation: the old secret's state. `unknown` if the failure itself says that nothing was rotated. */
  verify(failure: UnformattedFailure): Promise<SecretState>
}

/** Where a new secret goes, such as the keychain, or the screen that shows it once. */
export interface RotationStore<Outcome> {
  /** Saves that a rotation is about to be sent. If this throws, nothing is sent. */
  begin(): void | Promise<void>
  keep(created: CreatedToken): Promise<Outcome>
  /** GitLab refused the rotation. Returns why. */
  refused(error: FailureError, old: SecretState): FailureError | Promise<FailureError>
  /** The response was lost, but the old secret still works. */
  unchanged(failure: UnformattedFailure): Outcome | Promise<Outcome>
  /** The old secret was revoked, and the new one is lost. */
  lost(failure: UnformattedFailure): Outcome | Promise<Outcome>
  /** The response was lost, and nobody knows which secret works. */
  unknown(failure: UnformattedFailure): FailureError
}

/**
 * Rotates a secret. GitLab revokes the old one at once, and its response is the only copy of the new one, so this is
 * saved before it is sent, and sent only once. If there is no response, the old secret decides the outcome.
 */
export async function rotate<Outcome>({
  send,
  store,
  verify,
}: Rotation<Outcome>): Promise<Outcome> {
  await store.begin()
  let created: CreatedToken
  try {
    created = await send()
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    const { failure } = error
    const old = await verify(failure)
    if (old === 'revoked') return store.lost(failure)
    if (!mayHaveHappened(failure)) throw await store.refused(error, old)
    if (old === 'works') return store.unchanged(failure)
    throw store.unknown(failure)
  }
  return store.keep(created)
}
