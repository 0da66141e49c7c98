import type { EndpointInput } from '../../../../shared/service/endpoint.ts'
import { type SshKey, sshKeys } from '../../../../shared/service/ssh-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import type { Audit } from '../../../audit-log/audit.ts'
import { auditEventOf } from '../../../audit-log/audited-row.ts'
import { allSshKeys } from '../../../keys/account-ssh-keys.ts'

export type NewSshKey = EndpointInput<typeof sshKeys.add>

/** Whose keys are meant: one's own, or somebody else's. */
export interface SshKeyOwner {
  /** As whom the service is asked. */
  readonly service: AccountService
  readonly isOneself: boolean
  list(): Promise<SshKey[]>
  add(key: NewSshKey): Promise<SshKey>
  /** Does what puts such a key there, and writes it down where that has to be. */
  noted<T>(key: NewSshKey, act: () => Promise<T>): Promise<T>
}

/** The account's own keys. */
export function ownSshKeys(service: AccountService): SshKeyOwner {
  return {
    service,
    isOneself: true,
    list: () => allSshKeys(service),
    add: (key) => service.call(sshKeys.add, key),
    noted: (_, act) => act(),
  }
}

/** The keys of a person, whom an administrator looks after; each one that is added is in the journal. */
export function sshKeysOf(service: AccountService, id: number, audit: Audit): SshKeyOwner {
  return {
    service,
    isOneself: false,
    list: () => service.all(sshKeys.listOf, { id_or_username: id }),
    add: (key) => service.call(sshKeys.addFor, { id, ...key }),
    async noted(key, act) {
      const auditEvent = await auditEventOf(
        'sshKeys.addFor',
        sshKeys.addFor,
        { id, ...key },
        service,
      )
      return audit.run(service.account, auditEvent, act)
    },
  }
}
