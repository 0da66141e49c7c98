import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import type { Deed } from './audit.ts'

/** Whether a call of a row is written down: what only administrators may do, and what changes something. */
export function isAudited(row: AnyEndpoint): boolean {
  return row.admin === true && row.method !== 'GET'
}

/** What a screen is about to do by calling a row, with the names of what it sends and none of the values. */
export function deedOf(name: string, row: AnyEndpoint, input: Record<string, unknown>): Deed {
  const { password } = input
  const id = input['id'] ?? input['user_id']
  return {
    action: name,
    target: typeof id === 'number' ? { id } : undefined,
    fields: Object.keys(input).filter(
      (field) => input[field] !== undefined && !Object.hasOwn(row.pathParameters, field),
    ),
    secret: typeof password === 'string' ? password : undefined,
  }
}
