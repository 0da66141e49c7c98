import { createFailureError } from '../../platform/failures.ts'
import { z } from 'zod'
import { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import type { CreatedToken } from '../../../shared/gitlab/tokens.ts'
import { ignoreErrors } from '../../platform/ignore-errors.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'

const RememberedToken = OwnTokenEntry.pick({
  id: true,
  name: true,
  description: true,
  scopes: true,
  granular_scopes: true,
  created_at: true,
  expires_at: true,
})
export type RememberedToken = z.output<typeof RememberedToken>

/** Why an account's tokens can’t be listed. */
const NotListed = z.object({
  why: z.enum(['unsupported', 'scope-missing']),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
})
export type NotListed = z.output<typeof NotListed>

export const CreatedTokensFile = z.object({
  /** Tokens created here, newest first. */
  tokens: z.array(RememberedToken).default([]),
  /** Tokens for which a rotation was sent, and whether there was a response. They are never sent again. */
  rotations: z.array(z.object({ id: z.number(), isAnswered: z.boolean() })).default([]),
  /** Absent if they can be listed, or if that's unknown. */
  notListed: NotListed.optional(),
})
type CreatedTokensFile = z.output<typeof CreatedTokensFile>

/** Beyond this number, the oldest are dropped. */
const maxRemembered = 500

/** What is stored about each account's tokens. Guarantee: never includes secrets. */
export class CreatedTokens {
  readonly #fileOf: (account: string) => JsonFile<CreatedTokensFile>
  readonly #notListed = new Map<string, NotListed>()

  constructor(fileOf: (account: string) => JsonFile<CreatedTokensFile>) {
    this.#fileOf = fileOf
  }

  list(account: string): RememberedToken[] {
    return this.#fileOf(account).read().tokens
  }

  remember(account: string, token: CreatedToken): void {
    const { id, name, description, scopes, granular_scopes, expires_at, created_at } = token
    // Without an ID, it can’t be identified.
    if (typeof id !== 'number') return
    const entry: RememberedToken = {
      id,
      name,
      description: description || undefined,
      scopes: scopes ?? [],
      ...(granular_scopes?.length && { granular_scopes }),
      expires_at: expires_at ?? undefined,
      created_at: created_at ?? undefined,
    }
    const tokens = [entry, ...this.#without(account, id)].slice(0, maxRemembered)
    this.#saveOrReport(account, { tokens })
  }

  /** Removes a token from the list. Throws on disk errors. */
  remove(account: string, id: number): void {
    const file = this.#fileOf(account)
    file.write({ ...file.read(), tokens: this.#without(account, id) })
  }

  /** Removes a revoked token. */
  forget(account: string, id: number): void {
    const tokens = this.#without(account, id)
    if (tokens.length < this.list(account).length) this.#saveOrReport(account, { tokens })
  }

  notListed(account: string): NotListed | undefined {
    return this.#notListed.get(account) ?? this.#fileOf(account).read().notListed
  }

  /** Kept in memory if the disk fails, in which case the instance is queried again after a restart. */
  setNotListed(account: string, notListed: NotListed | undefined): void {
    if (notListed) this.#notListed.set(account, notListed)
    else this.#notListed.delete(account)
    const file = this.#fileOf(account)
    const { notListed: before, ...rest } = file.read()
    if (before !== notListed) ignoreErrors(() => file.write({ ...rest, notListed }))
  }

  /** Whether a rotation was sent and the response was lost. */
  wasRotated(account: string, id: number): boolean {
    return this.#rotation(account, id)?.isAnswered === false
  }

  /** Throws if a rotation was sent, because the token may be dead and its successor active. */
  assertNotRotated(account: string, id: number): void {
    if (this.wasRotated(account, id)) throw createFailureError('tokens.rotatedBefore')
  }

  /** Call this before sending a rotation. Throws if one was already sent, if that's unknown, or the disk fails. */
  beginRotation(account: string, id: number): void {
    // guard: rotated-once
    if (this.#rotation(account, id)) throw createFailureError('tokens.rotatedBefore')
    const file = this.#fileOf(account)
    // guard: damaged-rotations
    if (file.isInvalid()) throw createFailureError('tokens.rotationsUnknown')
    const { rotations, ...rest } = file.read()
    file.write({ ...rest, rotations: [...rotations, { id, isAnswered: false }] })
  }

  /** Call this after the response. If nothing was rotated, another rotation is allowed. */
  endRotation(account: string, id: number, outcome: 'rotated' | 'refused'): void {
    const others = this.#fileOf(account)
      .read()
      .rotations.filter((rotation) => rotation.id !== id)
    this.#saveOrReport(account, {
      rotations: outcome === 'refused' ? others : [...others, { id, isAnswered: true }],
    })
  }

  /** Call this after a sign-out. The file is deleted along with the account. */
  forgetAccount(account: string): void {
    this.#notListed.delete(account)
  }

  #rotation(account: string, id: number) {
    return this.#fileOf(account)
      .read()
      .rotations.find((rotation) => rotation.id === id)
  }

  #without(account: string, id: number): RememberedToken[] {
    return this.list(account).filter((token) => token.id !== id)
  }

  #saveOrReport(account: string, changes: Partial<CreatedTokensFile>): void {
    const file = this.#fileOf(account)
    file.saveOrReport({ ...file.read(), ...changes })
  }
}
