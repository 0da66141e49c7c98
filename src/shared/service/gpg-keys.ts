import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, SentText, Timestamp, maybe } from './fields.ts'

export const GpgKey = z.looseObject({ id: Id, key: z.string(), created_at: maybe(Timestamp) })
export type GpgKey = z.output<typeof GpgKey>

const newKey = z.strictObject({ key: SentText })
/** One key, or a list of them: services differ. */
const added = z.union([GpgKey.transform((key) => [key]), z.array(GpgKey)])
const keys = { returns: z.array(GpgKey), paged: true } as const

export const gpgKeys = {
  list: endpoint('GET', '/user/gpg_keys', keys),
  get: endpoint('GET', '/user/gpg_keys/:key_id', { returns: GpgKey, fresh: true }),
  add: endpoint('POST', '/user/gpg_keys', { body: newKey, returns: added, local: true }),
  remove: endpoint('DELETE', '/user/gpg_keys/:key_id'),
  listOf: endpoint('GET', '/users/:id/gpg_keys', { ...keys, anonymous: true }),
  getOf: endpoint('GET', '/users/:id/gpg_keys/:key_id', {
    returns: GpgKey,
    anonymous: true,
    fresh: true,
  }),
  addFor: endpoint('POST', '/users/:id/gpg_keys', {
    body: newKey,
    returns: added,
    admin: true,
    local: true,
  }),
  removeOf: endpoint('DELETE', '/users/:id/gpg_keys/:key_id', { admin: true }),
}
