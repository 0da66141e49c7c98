import type { AccountService } from '../../accounts/account-service.ts'
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
