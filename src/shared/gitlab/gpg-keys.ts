import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, SentText, Timestamp, listOf, maybe, textOrEmpty } from './fields.ts'

export const GpgKey = z.looseObject({
  id: Id,
  key: textOrEmpty,
  created_at: maybe(Timestamp),
})
export type GpgKey = z.output<typeof GpgKey>

const newKey = z.strictObject({ key: SentText })
/** Depending on the instance, one key or a list of keys. */
const addedKeys = z.union([
  GpgKey.transform((key) => [key]),
  listOf(GpgKey).refine((added) => added.length > 0),
])
const keys = { returns: z.array(GpgKey), paged: true } as const

export const gpgKeys = {
  list: endpoint('GET', '/user/gpg_keys', keys),
  get: endpoint('GET', '/user/gpg_keys/:key_id', { returns: GpgKey, fresh: true }),
  add: endpoint('POST', '/user/gpg_keys', { body: newKey, returns: addedKeys, local: true }),
  remove: endpoint('DELETE', '/user/gpg_keys/:key_id'),
  listOf: endpoint('GET', '/users/:id/gpg_keys', { ...keys, anonymous: true }),
  getOf: endpoint('GET', '/users/:id/gpg_keys/:key_id', {
    returns: GpgKey,
    anonymous: true,
    fresh: true,
  }),
  addFor: endpoint('POST', '/users/:id/gpg_keys', {
    body: newKey,
    returns: addedKeys,
    admin: true,
    local: true,
  }),
  removeOf: endpoint('DELETE', '/users/:id/gpg_keys/:key_id', { admin: true }),
}
