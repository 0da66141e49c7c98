import { FailureError } from '../platform/failure.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { AuditEvent } from './audit.ts'
import { fieldChanges } from './changes.ts'
import { type WriteDetails, writeDetails } from './write-details.ts'

/**
 * Whether an administrator's calls to an endpoint are recorded with all that they send: true if the endpoint changes
 * anything other than their own account. Calls that send a secret are recorded by their feature.
 */
export function isAudited({ admin, shared, method, sentSecret }: AnyEndpoint): boolean {
  return (admin === true || shared === true) && method !== 'GET' && sentSecret === undefined
}

/** The event for a call: its user, object, and values. Guarantee: these never contain a password or file content. */
export async function createAuditEvent(
  name: string,
  endpoint: AnyEndpoint,
  input: Record<string, unknown>,
  gitlab: Pick<GitLabClient, 'call' | 'all'>,
): Promise<AuditEvent> {
  const { password } = input
  const id = input[userParameter(endpoint)]
  const sent = Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== undefined && !Object.hasOwn(endpoint.pathParameters, field),
    ),
  )
  const { object, values, before } = await readDetails(name, input, gitlab)
  return {
    action: name,
    target: typeof id === 'number' ? { id } : undefined,
    object: object ?? idInPath(endpoint, input),
    fields: Object.keys(sent),
    changes: fieldChanges({ ...sent, ...values }, before),
    secret: typeof password === 'string' ? password : undefined,
  }
}

/** A failed read must not stop the write. */
async function readDetails(
  name: string,
  input: Record<string, unknown>,
  gitlab: Pick<GitLabClient, 'call' | 'all'>,
): Promise<WriteDetails> {
  const describe = Object.hasOwn(writeDetails, name) ? writeDetails[name] : undefined
  if (typeof describe !== 'function') return {}
  try {
    return await describe(input as never, gitlab)
  } catch (error) {
    if (error instanceof FailureError) return {}
    throw error
  }
}

/** The parameter that contains the ID of the user. */
function userParameter({ path }: AnyEndpoint): 'id' | 'user_id' {
  return /^\/users\/:id\b/.test(path) ? 'id' : 'user_id'
}

/** The ID of the object in the request's path. */
function idInPath(endpoint: AnyEndpoint, input: Record<string, unknown>): string | undefined {
  const name = Object.keys(endpoint.pathParameters).find((one) => one !== userParameter(endpoint))
  if (name === undefined) return undefined
  const value = input[name]
  return typeof value === 'number' ? `#${value}` : String(value)
}
