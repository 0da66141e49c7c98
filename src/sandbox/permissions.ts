import type { Method } from '../shared/service/endpoint.ts'
import type { ServiceOperationName } from './handler.ts'

const verbs: Record<Method, string> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * What a fine-grained token needs for an endpoint, for example `read_ssh_key`. GitLab names its permissions one by one
 * (`config/authz/permissions`); these are formed in the same manner.
 */
export function requiredPermission(route: ServiceOperationName, method: Method): string {
  const [family = ''] = route.split('.')
  // `sshKeys` becomes `ssh_key`, and `status` stays.
  const resource = family.replace(/(?<!u)s$/, '').replace(/[A-Z]/g, (letter) => `_${letter}`)
  return `${verbs[method]}_${resource.toLowerCase()}`
}
