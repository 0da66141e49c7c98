import { z } from 'zod'
import { sshKeyUsages } from '../rules/ssh-keys.ts'
import { upTo } from './validation.ts'
import { endpoint } from './endpoint.ts'
import {
  Flag,
  Id,
  SentDate,
  SentText,
  SentTimestamp,
  ResponseText,
  Timestamp,
  listOf,
  maybe,
  textOrEmpty,
} from './fields.ts'
import { BasicUser } from './user-fields.ts'
import { nameLimit } from '../rules/limits.ts'

/** GitLab returns `key` with a different comment, so keys are compared by type and blob. */
export const SshKey = z.looseObject({
  id: Id,
  title: textOrEmpty,
  key: textOrEmpty,
  created_at: maybe(Timestamp),
  expires_at: maybe(Timestamp),
  usage_type: maybe(ResponseText),
  /** Since version 19. */
  last_used_at: maybe(Timestamp),
})
export type SshKey = z.output<typeof SshKey>

/** A key with its user. A deploy key's user is its creator, and its projects can be read with it. */
export const OwnedSshKey = SshKey.extend({
  user: maybe(BasicUser),
  deploy_keys_projects: maybe(listOf(z.looseObject({ project_id: Id, can_push: maybe(Flag) }))),
})
export type OwnedSshKey = z.output<typeof OwnedSshKey>

const newKey = z.strictObject({
  title: SentText.refine(...upTo(nameLimit)),
  key: SentText.refine(...upTo(5000)),
  expires_at: z.union([SentTimestamp, SentDate]).optional(),
  usage_type: z.enum(sshKeyUsages).optional(),
})
const keys = { returns: z.array(SshKey), paged: true } as const

export const sshKeys = {
  list: endpoint('GET', '/user/keys', keys),
  get: endpoint('GET', '/user/keys/:key_id', { returns: SshKey, fresh: true }),
  add: endpoint('POST', '/user/keys', { body: newKey, returns: SshKey, local: true }),
  remove: endpoint('DELETE', '/user/keys/:key_id'),
  listOf: endpoint('GET', '/users/:id_or_username/keys', { ...keys, anonymous: true }),
  getOf: endpoint('GET', '/users/:id/keys/:key_id', {
    returns: SshKey,
    anonymous: true,
    fresh: true,
  }),
  /** Creates an audit event. */
  addFor: endpoint('POST', '/users/:id/keys', {
    body: newKey,
    returns: SshKey,
    admin: true,
    local: true,
  }),
  /** Finds any user's key or deploy key by its SHA256 or MD5 fingerprint (`lib/api/keys.rb`). */
  find: endpoint('GET', '/keys', {
    query: z.strictObject({ fingerprint: SentText }),
    returns: OwnedSshKey,
    admin: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  removeOf: endpoint('DELETE', '/users/:id/keys/:key_id', { admin: true }),
}
