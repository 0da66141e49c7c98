import { user } from '../../../../shared/service/current-user.ts'
import { emails } from '../../../../shared/service/emails.ts'
import { type GpgKey, gpgKeys } from '../../../../shared/service/gpg-keys.ts'
import { users } from '../../../../shared/service/users.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import type { Audit } from '../../../audit-log/audit.ts'
import { auditEventOf } from '../../../audit-log/audited-row.ts'
import { type Addresses, addressesIn } from './addresses.ts'

/** Whose keys are meant: one's own, or somebody else's. */
export interface GpgKeyOwner {
  /** As whom the service is asked. */
  readonly service: AccountService
  readonly isOneself: boolean
  list(): Promise<GpgKey[]>
  /** Adds an armored block. */
  add(block: string): Promise<GpgKey[]>
  addresses(): Promise<Addresses>
  /** Does what adds an armored block, and writes it down where that has to be. */
  noted<T>(block: string, act: () => Promise<T>): Promise<T>
}

/** The account's own keys. */
export function ownGpgKeys(service: AccountService): GpgKeyOwner {
  return {
    service,
    isOneself: true,
    list: () => service.all(gpgKeys.list, {}),
    add: (key) => service.call(gpgKeys.add, { key }),
    addresses: async () =>
      addressesIn(
        ...(await Promise.all([service.call(user.get, {}), service.all(emails.list, {})])),
      ),
    noted: (_, act) => act(),
  }
}

/** The keys of a person, whom an administrator looks after; each one that is added is in the journal. */
export function gpgKeysOf(service: AccountService, id: number, audit: Audit): GpgKeyOwner {
  return {
    service,
    isOneself: false,
    list: () => service.all(gpgKeys.listOf, { id }),
    add: (key) => service.call(gpgKeys.addFor, { id, key }),
    addresses: async () =>
      addressesIn(
        ...(await Promise.all([
          service.call(users.get, { id }),
          service.all(emails.listOf, { id }),
        ])),
      ),
    async noted(key, act) {
      const auditEvent = await auditEventOf('gpgKeys.addFor', gpgKeys.addFor, { id, key }, service)
      return audit.run(service.account, auditEvent, act)
    },
  }
}
