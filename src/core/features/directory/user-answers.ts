import type { AnyEndpoint } from '../../../shared/service/endpoint.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { users } from '../../../shared/service/users.ts'

const userRows = new Set<AnyEndpoint>([users.get, users.create, users.modify])

/** The user in an answer, with the fields for administrators; undefined for other answers. */
export function findUser(row: AnyEndpoint, answer: unknown): AdminListUser | undefined {
  return userRows.has(row) ? (answer as AdminListUser) : undefined
}
