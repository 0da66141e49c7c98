import { type Failure, FailureError } from '../../shared/failure.ts'
import {
  type CreatedToken,
  type ImpersonationToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../shared/service/tokens.ts'
import type { AccountService } from '../account-service.ts'
import { refuseDeadToken } from '../created-tokens/token-expiry.ts'
import { type Audit, type Deed, outcomeOf } from '../journal/audit.ts'

interface NewToken {
  user_id: number
  name: string
  expires_at?: string
  scopes: string[]
  /** Kept in the journal; not sent. */
  reason: string
}

export interface AdminTokensPorts {
  audit: Audit
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Tokens of other people, made by an administrator. Promise: the secret goes to whoever asked for the token, once, and
 * nowhere else. Nothing is ever created twice: where the answer was lost, what is there is looked at and told.
 */
export class AdminTokens {
  readonly #ports: AdminTokensPorts

  constructor(ports: AdminTokensPorts) {
    this.#ports = ports
  }

  async createImpersonation(
    service: AccountService,
    { reason, ...token }: NewToken & { expires_at: string },
  ): Promise<CreatedToken> {
    refuseDeadToken(token.expires_at, this.#ports.now())
    // Clocks differ, so what was there before tells an older token of the same name, and not the time of its creation.
    const before = await namesakes(service, token).catch(() => undefined)
    const deed = deedOf('impersonationTokens.create', token, reason)
    const note = this.#ports.audit.begin(service.account, deed)
    try {
      const created = await service.call(impersonationTokens.create, token)
      note({ outcome: 'done' })
      return created
    } catch (error) {
      if (!isUnknown(error)) {
        const outcome = outcomeOf(error)
        if (outcome) note(outcome)
        throw error
      }
      const after = before && (await namesakes(service, token).catch(() => undefined))
      const orphan = after?.find(({ id }) => !before?.some((one) => one.id === id))
      const failure = orphan
        ? createdWithoutSecret(error.failure, orphan)
        : perhapsCreated(error.failure, token.name, after !== undefined)
      note({ outcome: orphan ? 'done' : 'unknown', answer: failure.message })
      throw new FailureError(failure, { cause: error })
    }
  }

  async createPersonal(
    service: AccountService,
    { reason, ...token }: NewToken,
  ): Promise<CreatedToken> {
    refuseDeadToken(token.expires_at, this.#ports.now())
    const deed = deedOf('personalAccessTokens.createFor', token, reason)
    return this.#ports.audit
      .run(service.account, deed, () => service.call(personalAccessTokens.createFor, token))
      .catch((error: unknown) => {
        if (!isUnknown(error)) throw error
        throw new FailureError(unlisted(error.failure, token.name), { cause: error })
      })
  }
}

function deedOf(
  action: string,
  { user_id: id, ...sent }: Omit<NewToken, 'reason'>,
  reason: string,
): Deed {
  const fields = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : name))
  return { action, target: { id }, fields, reason }
}

/** The impersonation tokens of that person that have this name and still work. */
async function namesakes(
  service: AccountService,
  { user_id, name }: Pick<NewToken, 'user_id' | 'name'>,
): Promise<ImpersonationToken[]> {
  const tokens = await service.all(impersonationTokens.list, { user_id, state: 'active' })
  return tokens.filter((token) => token.name === name)
}

function isUnknown(error: unknown): error is FailureError {
  return error instanceof FailureError && error.failure.kind === 'unknown-outcome'
}

function createdWithoutSecret(failure: Failure, { id, name }: ImpersonationToken): Failure {
  return {
    ...failure,
    message: `The impersonation token “${name}” was created with the id ${id}, but the answer with its secret was lost.`,
    hint: 'Revoke it in the list of impersonation tokens, as its secret cannot be had any more; then create another one.',
  }
}

function perhapsCreated(failure: Failure, name: string, wasLookedFor: boolean): Failure {
  return {
    ...failure,
    message: wasLookedFor
      ? `The answer was lost, and no impersonation token “${name}” has come since.`
      : `The answer was lost, so it is not known whether the impersonation token “${name}” was created.`,
    hint: 'Look at the list of impersonation tokens before you create another one; if it is there, revoke it, as its secret is lost.',
  }
}

/** The interface lists nobody's personal tokens. */
function unlisted(failure: Failure, name: string): Failure {
  return {
    ...failure,
    message: `The answer was lost, so it is not known whether the personal access token “${name}” was created, and the interface has no list to look at.`,
    hint: 'The person finds it on the instance, in their preferences under “Access tokens”: if it is there, it must be revoked, as its secret is lost.',
  }
}
