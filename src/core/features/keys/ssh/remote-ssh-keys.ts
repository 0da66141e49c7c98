import type { EndpointInput } from '../../../../shared/service/endpoint.ts'
import { sshKeys } from '../../../../shared/service/ssh-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import type { Audit } from '../../../audit-log/audit.ts'
import { auditWrite } from '../../../audit-log/audit-write.ts'
import { allSshKeys } from '../../../keys/account-ssh-keys.ts'
import type { OwnKeys, RemoteKeys } from '../remote-keys.ts'
import type { SshKeyTypes } from './ssh-key-kind.ts'

export type NewSshKey = EndpointInput<typeof sshKeys.add>
export type RemoteSshKeys = RemoteKeys<SshKeyTypes>

/** The SSH keys of the account itself. */
export function ownSshKeys(service: AccountService): OwnKeys<SshKeyTypes> {
  return {
    service,
    isOwn: true,
    list: () => allSshKeys(service),
    get: (key_id) => service.call(sshKeys.get, { key_id }),
    add: (key) => service.call(sshKeys.add, key),
    remove: (key_id) => service.call(sshKeys.remove, { key_id }),
    details: async () => undefined,
  }
}

/** The SSH keys of another user; each one that is added is in the audit log. */
export function sshKeysOfUser(service: AccountService, id: number, audit: Audit): RemoteSshKeys {
  return {
    service,
    isOwn: false,
    list: () => service.all(sshKeys.listOf, { id_or_username: id }),
    add(key) {
      const input = { id, ...key }
      const write = { name: 'sshKeys.addFor', row: sshKeys.addFor, input }
      return auditWrite({ service, audit }, write, () => service.call(sshKeys.addFor, input))
    },
    details: async () => undefined,
  }
}
