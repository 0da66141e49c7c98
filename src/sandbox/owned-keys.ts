import type { Context } from './context.ts'
import { mustBeUnchanged } from './conditional-delete.ts'
import { userByIdOrUsername } from './database/users.ts'
import type { User } from './database/users.ts'
import { notFound } from './errors.ts'
import { handler } from './handler.ts'
import type { Call } from './handler.ts'
import { integer, required } from './parameters.ts'
import { offsetPage, pagingParameters } from './paging.ts'

// SSH and GPG keys are looked at and removed alike; they differ in what they are and in how they are added.

/** Names somebody. */
export const userId = { id: required(integer()) }
/** Names one key of somebody. */
const keyId = { key_id: required(integer()) }

interface Kind<Row> {
  table: 'ssh_keys' | 'gpg_keys'
  /** As it is called when there is none. */
  name: string
  view(context: Context, owner: User, key: Row): unknown
}

/** Whose keys an address names; refuses when there is nobody. */
export function ownerNamed({ db }: Context, idOrUsername: number | string): User {
  const user = userByIdOrUsername(db, String(idOrUsername))
  if (!user) throw notFound('User')
  return user
}

/** What can be done with the keys of one kind that a user has. */
export function ownedKeys<Row extends { id: number; created_at: string }>(kind: Kind<Row>) {
  const { table, name, view } = kind

  function find({ context, values }: Call<{ key_id: number }>, owner: User): Row {
    const key = context.db.one<Row>(
      `SELECT * FROM ${table} WHERE user_id = ? AND id = ?`,
      owner.id,
      values.key_id,
    )
    // Somebody else's key is as good as none.
    if (!key) throw notFound(name)
    return key
  }

  function page(call: Call<PagingValues>, owner: User): Response {
    const { context } = call
    return offsetPage(call, {
      count: () =>
        context.db.one<{ count: number }>(
          `SELECT count(*) AS count FROM ${table} WHERE user_id = ?`,
          owner.id,
        )!.count,
      rows: (limit, offset) =>
        context.db.all<Row>(
          `SELECT * FROM ${table} WHERE user_id = ? ORDER BY id LIMIT ? OFFSET ?`,
          owner.id,
          limit,
          offset,
        ),
      view: (key) => view(context, owner, key),
    })
  }

  function show(call: Call<{ key_id: number }>, owner: User): unknown {
    return view(call.context, owner, find(call, owner))
  }

  function remove(call: Call<{ key_id: number }>, owner: User): void {
    const key = find(call, owner)
    // A key never changes, so it is as it was made.
    mustBeUnchanged(call, key.created_at)
    call.context.db.run(`DELETE FROM ${table} WHERE id = ?`, key.id)
  }

  return {
    page,
    /** What is done in the same way with keys of both kinds. */
    handlers: {
      list: handler({
        parameters: pagingParameters,
        answer: (call) => page(call, call.caller.user),
      }),
      get: handler({ parameters: keyId, answer: (call) => show(call, call.caller.user) }),
      remove: handler({ parameters: keyId, answer: (call) => remove(call, call.caller.user) }),
      listOf: handler({
        parameters: { ...userId, ...pagingParameters },
        answer: (call) => page(call, ownerNamed(call.context, call.values.id)),
      }),
      getOf: handler({
        parameters: { ...userId, ...keyId },
        answer: (call) => show(call, ownerNamed(call.context, call.values.id)),
      }),
      removeOf: handler({
        parameters: { ...userId, ...keyId },
        answer: (call) => remove(call, ownerNamed(call.context, call.values.id)),
      }),
    },
  }
}

type PagingValues = { [Name in keyof typeof pagingParameters]?: number | null }
