import type { Context } from './context.ts'
import { assertUnmodified } from './conditional-delete.ts'
import type { User } from './database/users.ts'
import { notFound } from './errors.ts'
import { type Call, defineHandler } from './handler.ts'
import { integer, required } from './parameters.ts'
import { offsetPage, pagingParameters } from './paging.ts'
import { requireUser } from './require-user.ts'

// SSH and GPG keys are read and deleted the same way. They differ in their fields and how they are added.

/** Parameters that identify a user. */
export const userIdParameter = { id: required(integer()) }
/** Parameters that identify a user's key. */
const keyIdParameter = { key_id: required(integer()) }

interface Kind<Row> {
  table: 'ssh_keys' | 'gpg_keys'
  /** Resource name for the 404 message. */
  name: string
  view(context: Context, owner: User, key: Row): unknown
}

/** Operations on a user's SSH or GPG keys. */
export function ownedKeys<Row extends { id: number; created_at: string }>(kind: Kind<Row>) {
  const { table, name, view } = kind

  function find({ context, values }: Call<{ key_id: number }>, owner: User): Row {
    const key = context.db.one<Row>(
      `SELECT * FROM ${table} WHERE user_id = ? AND id = ?`,
      owner.id,
      values.key_id,
    )
    // Another user's key is treated as missing.
    if (!key) throw notFound(name)
    return key
  }

  function page(call: Call<PagingValues>, owner: User): Response {
    const { context } = call
    return offsetPage<Row>(call, {
      from: `FROM ${table} WHERE user_id = ?`,
      values: [owner.id],
      orderBy: 'id',
      view: (key) => view(context, owner, key),
    })
  }

  function show(call: Call<{ key_id: number }>, owner: User): unknown {
    return view(call.context, owner, find(call, owner))
  }

  function remove(call: Call<{ key_id: number }>, owner: User): void {
    const key = find(call, owner)
    // Keys are immutable, so their creation time doubles as their modification time.
    assertUnmodified(call, key.created_at)
    call.context.db.run(`DELETE FROM ${table} WHERE id = ?`, key.id)
  }

  return {
    page,
    /** Handlers shared by SSH and GPG keys. */
    handlers: {
      list: defineHandler({
        parameters: pagingParameters,
        answer: (call) => page(call, call.caller.user),
      }),
      get: defineHandler({
        parameters: keyIdParameter,
        answer: (call) => show(call, call.caller.user),
      }),
      remove: defineHandler({
        parameters: keyIdParameter,
        answer: (call) => remove(call, call.caller.user),
      }),
      listOf: defineHandler({
        parameters: { ...userIdParameter, ...pagingParameters },
        answer: (call) => page(call, requireUser(call.context, call.values.id)),
      }),
      getOf: defineHandler({
        parameters: { ...userIdParameter, ...keyIdParameter },
        answer: (call) => show(call, requireUser(call.context, call.values.id)),
      }),
      removeOf: defineHandler({
        parameters: { ...userIdParameter, ...keyIdParameter },
        answer: (call) => remove(call, requireUser(call.context, call.values.id)),
      }),
    },
  }
}

type PagingValues = { [Name in keyof typeof pagingParameters]?: number | null }
