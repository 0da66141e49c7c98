import { user } from '../../../../shared/service/current-user.ts'
import { emails } from '../../../../shared/service/emails.ts'
import type { EndpointInput } from '../../../../shared/service/endpoint.ts'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { type GpgKey, gpgKeys } from '../../../../shared/service/gpg-keys.ts'
import { users } from '../../../../shared/service/users.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import type { Audit } from '../../../audit-log/audit.ts'
import { auditWrite } from '../../../audit-log/audit-write.ts'
import { withSameGpgKey } from '../../../create-recovery/same-key.ts'
import type { OwnKeys, RemoteKeys } from '../remote-keys.ts'
import { collectAddresses } from './addresses.ts'
import type { GpgKeyTypes } from './gpg-key-kind.ts'

export type NewGpgKey = EndpointInput<typeof gpgKeys.add>
export type RemoteGpgKeys = RemoteKeys<GpgKeyTypes>

/** The GPG keys of the account itself. */
export function ownGpgKeys(service: AccountService): OwnKeys<GpgKeyTypes> {
  const list = () => service.all(gpgKeys.list, {})
  return {
    service,
    isOwn: true,
    list,
    get: (key_id) => service.call(gpgKeys.get, { key_id }),
    add: async ({ key }) => findAddedKey(key, await service.call(gpgKeys.add, { key }), list),
    remove: (key_id) => service.call(gpgKeys.remove, { key_id }),
    details: async () =>
      collectAddresses(
        ...(await Promise.all([service.call(user.get, {}), service.all(emails.list, {})])),
      ),
  }
}

/** The GPG keys of another user; each one that is added is in the audit log. */
export function gpgKeysOfUser(service: AccountService, id: number, audit: Audit): RemoteGpgKeys {
  const list = () => service.all(gpgKeys.listOf, { id })
  return {
    service,
    isOwn: false,
    list,
    add({ key }) {
      const input = { id, key }
      const write = { name: 'gpgKeys.addFor', row: gpgKeys.addFor, input }
      return auditWrite({ service, audit }, write, async () =>
        findAddedKey(key, await service.call(gpgKeys.addFor, input), list),
      )
    },
    details: async () =>
      collectAddresses(
        ...(await Promise.all([
          service.call(users.get, { id }),
          service.all(emails.listOf, { id }),
        ])),
      ),
  }
}

/** The key that was added; the service may answer with a list of all keys. */
async function findAddedKey(
  block: string,
  answer: readonly GpgKey[],
  list: () => Promise<GpgKey[]>,
): Promise<GpgKey> {
  const [inAnswer] = await withSameGpgKey(answer, block)
  if (inAnswer) return inAnswer
  const [onAccount] = await withSameGpgKey(await list().catch(() => []), block)
  if (onAccount) return onAccount
  throw new FailureError({
    kind: 'unknown-outcome',
    message: message('keys.anotherKeyAdded'),
    hint: message('keys.checkListFirst'),
  })
}
