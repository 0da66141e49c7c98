import type { UncertainCreate } from '../../shared/failure.ts'
import { user } from '../../shared/service/current-user.ts'
import { emails } from '../../shared/service/emails.ts'
import type { AnyEndpoint, EndpointInput } from '../../shared/service/endpoint.ts'
import { gpgKeys } from '../../shared/service/gpg-keys.ts'
import { serviceAccounts } from '../../shared/service/service-accounts.ts'
import { sshKeys } from '../../shared/service/ssh-keys.ts'
import { impersonationTokens, personalAccessTokens } from '../../shared/service/tokens.ts'
import type { AdminListUser } from '../../shared/service/user-fields.ts'
import { users } from '../../shared/service/users.ts'
import type { AccountService } from '../accounts/account-service.ts'
import type { CallOptions } from '../service-client/service-client.ts'
import { sameGpgKey, sameSshKeyAs } from './same-key.ts'

/** What a creation may have left behind, as the service lists it. */
export interface CreatedItem {
  id: number
  [field: string]: unknown
}

/** Reads what is there that is like what was to be created. Holds no secret of it. */
export type Seek = (service: AccountService, options: CallOptions) => Promise<CreatedItem[]>

/** What ends one that was found. Holds no secret of it either. */
export type Revoke = (thing: CreatedItem) => UncertainCreate['revoke']

/** How it is seen, and told, whether a creation happened. */
export interface RecoverableCreate<Input = unknown> {
  /** What was to be created, for a sentence. */
  what(input: Input): string
  /** Absent where the interface has no list of such things. */
  seek?(input: Input): Seek
  /** The service takes no second one like it, so what is there is it, and what was there before need not be known. */
  unique?: true
  /** The row's answer, made of what was found; the thing itself, unless told otherwise. */
  answer?(thing: CreatedItem): unknown
  /** What ends it, where it is there without its secret. */
  revoke?(input: Input): Revoke
  /** Where a person can look in place of Latchkey, and what they do there. */
  onTheWeb?(input: Input): { path: string; advice: string }
}

/** Every row that creates something, with how one looks for it. */
export const recoverableCreates: ReadonlyMap<AnyEndpoint, RecoverableCreate> = new Map([
  rowOf(impersonationTokens.create, {
    what: ({ name }) => `the impersonation token “${name}”`,
    seek:
      ({ user_id, name, scopes, expires_at }) =>
      async (service, options) => {
        const all = await service.all(impersonationTokens.list, { user_id }, options)
        return all.filter(
          (token) =>
            token.name === name &&
            // What was left to the instance, or cannot be read, may be anything.
            (!scopes || sameSet(token.scopes ?? scopes, scopes)) &&
            (!expires_at || (token.expires_at ?? expires_at) === expires_at) &&
            !token.revoked,
        )
      },
    revoke:
      ({ user_id }) =>
      ({ id }) => ({ user_id, impersonation_token_id: id }),
  }),
  rowOf(personalAccessTokens.createFor, {
    what: ({ name }) => `the personal access token “${name}”`,
    onTheWeb: () => ({
      path: '/-/user_settings/personal_access_tokens',
      advice:
        'Only the person sees it, signed in on the web at this address: if it is there, they must revoke it, as its secret is lost.',
    }),
  }),
  rowOf(personalAccessTokens.create, {
    what: ({ name }) => `the token “${name}”`,
    onTheWeb: () => ({
      path: '/-/user_settings/personal_access_tokens',
      advice:
        'If it is in the list of your tokens on the web, revoke it there, as its secret is lost; then create another one.',
    }),
  }),
  rowOf(user.createRunner, {
    what: ({ description }) => (description ? `the runner “${description}”` : 'the runner'),
    onTheWeb: ({ runner_type: type, group_id, project_id }) => ({
      path: {
        instance_type: '/admin/runners',
        // The interface tells the path of neither, but both are found by their ids: app/controllers/groups/redirect_controller.rb
        group_type: `/-/g/${group_id}`,
        project_type: `/projects/${project_id}`,
      }[type],
      advice: `If it is among the runners of the ${type.replace('_type', '')} on the web, delete it there, as its token is lost; then create another one.`,
    }),
  }),
  rowOf(users.create, {
    what: ({ username }) => `the person “@${username}”`,
    seek:
      ({ username, email }) =>
      async (service, options) => {
        const { items } = await service.page(users.list, { username }, undefined, options)
        return (items as AdminListUser[]).filter(
          (one) => sameText(one.username, username) && sameText(one.email ?? '', email),
        )
      },
  }),
  rowOf(serviceAccounts.create, {
    what: ({ name, username }) =>
      username || name ? `the service account “${username || name}”` : 'the service account',
    seek:
      ({ name = 'Service account user', username }) =>
      async (service, options) => {
        const all = await service.all(serviceAccounts.list, {}, options)
        return all.filter((one) =>
          username ? sameText(one.username, username) : one.name === name,
        )
      },
  }),
  rowOf(emails.add, {
    what: ({ email }) => `the address “${email}”`,
    seek:
      ({ email }) =>
      async (service, options) =>
        (await service.all(emails.list, {}, options)).filter((one) => sameText(one.email, email)),
    unique: true,
  }),
  rowOf(emails.addFor, {
    what: ({ email }) => `the address “${email}”`,
    seek:
      ({ id, email }) =>
      async (service, options) =>
        (await service.all(emails.listOf, { id }, options)).filter((one) =>
          sameText(one.email, email),
        ),
    unique: true,
  }),
  rowOf(sshKeys.add, {
    what: ({ title }) => `the SSH key “${title}”`,
    seek: ({ key }) => {
      const isIt = sameSshKeyAs(key)
      return async (service, options) => (await service.all(sshKeys.list, {}, options)).filter(isIt)
    },
    unique: true,
  }),
  rowOf(sshKeys.addFor, {
    what: ({ title }) => `the SSH key “${title}”`,
    seek: ({ id, key }) => {
      const isIt = sameSshKeyAs(key)
      return async (service, options) =>
        (await service.all(sshKeys.listOf, { id_or_username: id }, options)).filter(isIt)
    },
    unique: true,
  }),
  rowOf(gpgKeys.add, {
    what: () => 'the GPG key',
    seek:
      ({ key }) =>
      async (service, options) =>
        sameGpgKey(await service.all(gpgKeys.list, {}, options), key),
    unique: true,
    answer: (thing) => [thing],
  }),
  rowOf(gpgKeys.addFor, {
    what: () => 'the GPG key',
    seek:
      ({ id, key }) =>
      async (service, options) =>
        sameGpgKey(await service.all(gpgKeys.listOf, { id }, options), key),
    unique: true,
    answer: (thing) => [thing],
  }),
])

/** The table knows its rows only when it runs; what stands in a line of it fits its row. */
function rowOf<E extends AnyEndpoint>(
  row: E,
  creation: RecoverableCreate<EndpointInput<E>>,
): [AnyEndpoint, RecoverableCreate] {
  return [row, creation as RecoverableCreate]
}

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set([...one, ...other]).size === new Set(one).size && one.length >= other.length
}
