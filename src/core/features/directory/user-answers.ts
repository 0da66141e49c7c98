import type { AnyEndpoint } from '../../../shared/service/endpoint.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { users } from '../../../shared/service/users.ts'

const userRows = new Set<AnyEndpoint>([users.get, users.create, users.modify])

/** The user whom an answer is about, as administrators see them; undefined for all other answers. */
export function userIn(row: AnyEndpoint, answer: unknown): AdminListUser | undefined {
  return userRows.has(row) ? (answer as AdminListUser) : undefined
}
