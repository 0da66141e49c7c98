import { z } from 'zod'
import { endpoint } from '../../../shared/gitlab/endpoint.ts'
import { Id, SentFile } from '../../../shared/gitlab/fields.ts'

const CreatedItem = z.looseObject({ id: Id, name: z.string().optional() })

/** Endpoints of every kind, for tests of their common behavior. */
export const things = {
  list: endpoint('GET', '/things', { returns: z.array(CreatedItem), paged: true }),
  get: endpoint('GET', '/things/:id_or_username', { returns: CreatedItem }),
  status: endpoint('GET', '/things/:id_or_username/status', { returns: CreatedItem }),
  search: endpoint('GET', '/things/search', {
    query: z.strictObject({
      ids: z.array(z.int()).optional(),
      since: z.string().optional(),
      custom_attributes: z.record(z.string(), z.string()).optional(),
    }),
    returns: z.unknown(),
  }),
  add: endpoint('POST', '/things', {
    body: z.strictObject({ name: z.string(), scopes: z.array(z.string()).optional() }),
    returns: CreatedItem,
  }),
  upload: endpoint('PUT', '/things/picture', {
    body: z.strictObject({ picture: SentFile, title: z.string() }),
    returns: CreatedItem,
  }),
  remove: endpoint('DELETE', '/things/:id'),
  follow: endpoint('POST', '/things/:id/follow', {
    returns: CreatedItem.optional(),
    status: [201, 304],
  }),
  moderate: endpoint('POST', '/things/:id/ban', { returns: z.boolean(), admin: true }),
}
