import type { AnyEndpoint } from '../../../shared/service/endpoint.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { createAuditEvent } from '../../audit-log/audited-row.ts'
import type { KeyTypes } from './key-kind.ts'

/** The keys of one kind that one user has on the service. */
export interface RemoteKeys<T extends KeyTypes> {
  /** The account that sends the requests. */
  readonly service: AccountService
  readonly isOwn: boolean
  list(): Promise<T['entry'][]>
  add(key: T['newKey']): Promise<T['entry']>
  details(): Promise<T['ownerDetails']>
}

/** The keys of the account itself, which can also be renewed. */
export interface OwnKeys<T extends KeyTypes> extends RemoteKeys<T> {
  readonly isOwn: true
  get(keyId: number): Promise<T['entry']>
  remove(keyId: number): Promise<unknown>
}

/** Sends a write and records it in the audit log. */
export async function auditWrite<T>(
  { service, audit }: { service: AccountService; audit: Audit },
  write: { name: string; row: AnyEndpoint; input: Record<string, unknown> },
  act: () => Promise<T>,
): Promise<T> {
  const event = await createAuditEvent(write.name, write.row, write.input, service)
  return audit.run(service.account, event, act)
}
