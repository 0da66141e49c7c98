import type { UncertainCreate } from '../../../shared/rules/failure.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import {
  type Application,
  applications,
  userApplications,
} from '../../../shared/gitlab/applications.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import type { AnyEndpoint, EndpointInput, ListEndpoint } from '../../../shared/gitlab/endpoint.ts'
import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { serviceAccounts } from '../../../shared/gitlab/service-accounts.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import {
  type ImpersonationToken,
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../gitlab-client.ts'
import type { CallOptions } from '../target.ts'
import { withSameGpgKey, matchesSshKey } from './same-key.ts'

/** An object that may have been created, as listed by GitLab. */
export interface CreatedItem {
  id: number
  [field: string]: unknown
}

/** Lists objects similar to the created one. Contains no secrets. */
export type ListCandidates = (gitlab: GitLabClient, options: CallOptions) => Promise<CreatedItem[]>

/** How to revoke an object that was found. Contains no secrets. */
export type Revoke = (thing: CreatedItem) => UncertainCreate['revoke']

/** How to check whether a create happened. */
export interface RecoverableCreate<Input = unknown> {
  /** The created object, worded to start a sentence. */
  what(input: Input): Message
  /** Absent if the API has no such list. If some versions or tokens can't read it, `onTheWeb` is set too. */
  listCandidates?(input: Input): ListCandidates
  /** GitLab rejects duplicates, so any match is the created object, even without a check beforehand. */
  unique?: true
  /** The endpoint's response for the object; by default the object itself. */
  answer?(thing: CreatedItem): unknown
  /** How to revoke an object after losing its secret. */
  revoke?(input: Input): Revoke
  /** Where the user can check on the web, and what to do there. */
  onTheWeb?(input: Input): { path: string; advice: Message }
}

/** Every endpoint that creates something, with its check. */
export const recoverableCreates: ReadonlyMap<AnyEndpoint, RecoverableCreate> = new Map([
  recoverable(impersonationTokens.create, {
    what: ({ name }) => message('createRecovery.impersonationToken', { name }),
    listCandidates: ({ user_id, name, scopes, expires_at }) =>
      listMatches(
        impersonationTokens.list,
        { user_id },
        matchesToken({ name, scopes, expires_at }),
      ),
    revoke:
      ({ user_id }) =>
      ({ id }) => ({ user_id, impersonation_token_id: id }),
  }),
  recoverable(personalAccessTokens.createFor, {
    what: ({ name }) => message('createRecovery.personalAccessToken', { name }),
    listCandidates: ({ user_id, ...token }) => listPersonalTokens(token, async () => user_id),
    revoke:
      ({ user_id }) =>
      ({ id }) => ({ user_id, id }),
    onTheWeb: () => ({
      path: '/-/user_settings/personal_access_tokens',
      advice: message('createRecovery.revokeOnWebByUser'),
    }),
  }),
  recoverable(personalAccessTokens.create, {
    what: ({ name }) => message('createRecovery.token', { name }),
    listCandidates: (token) =>
      listPersonalTokens(token, async (gitlab, options) => {
        const { id } = await gitlab.call(user.get, {}, options)
        return id
      }),
    revoke:
      () =>
      ({ id }) => ({ id }),
    onTheWeb: () => ({
      path: '/-/user_settings/personal_access_tokens',
      advice: message('createRecovery.revokeOnWeb'),
    }),
  }),
  recoverable(user.createRunner, {
    what: ({ description }) =>
      description
        ? message('createRecovery.runnerNamed', { description })
        : message('createRecovery.runner'),
    onTheWeb: ({ runner_type: type, group_id, project_id }) => ({
      path: {
        instance_type: '/admin/runners',
        // The API returns neither path, but both redirect by ID: app/controllers/groups/redirect_controller.rb
        group_type: `/-/g/${group_id}`,
        project_type: `/projects/${project_id}`,
      }[type],
      advice: message('createRecovery.deleteRunner', { type }),
    }),
  }),
  recoverable(users.create, {
    what: ({ username }) => message('createRecovery.user', { username }),
    listCandidates:
      ({ username, email }) =>
      async (gitlab, options) => {
        const { items } = await gitlab.page(users.list, { username }, undefined, options)
        return (items as AdminListUser[]).filter(
          (one) => sameText(one.username, username) && sameText(one.email ?? '', email),
        )
      },
  }),
  recoverable(serviceAccounts.create, {
    what: ({ name, username }) =>
      username || name
        ? message('createRecovery.serviceAccountNamed', { name: username || name! })
        : message('createRecovery.serviceAccount'),
    listCandidates: ({ name, username }) =>
      listMatches(serviceAccounts.list, {}, (one) => {
        if (username) return sameText(one.username, username)
        return name === undefined ? isDefaultName.test(one.name) : one.name === name
      }),
  }),
  recoverable(emails.add, {
    what: ({ email }) => message('createRecovery.emailAddress', { email }),
    listCandidates: ({ email }) =>
      listMatches(emails.list, {}, (one) => sameText(one.email, email)),
    unique: true,
  }),
  recoverable(emails.addFor, {
    what: ({ email }) => message('createRecovery.emailAddress', { email }),
    listCandidates: ({ id, email }) =>
      listMatches(emails.listOf, { id }, (one) => sameText(one.email, email)),
    unique: true,
  }),
  recoverable(sshKeys.add, {
    what: ({ title }) => message('createRecovery.sshKey', { title }),
    listCandidates: ({ key }) => listMatches(sshKeys.list, {}, matchesSshKey(key)),
    unique: true,
  }),
  recoverable(sshKeys.addFor, {
    what: ({ title }) => message('createRecovery.sshKey', { title }),
    listCandidates: ({ id, key }) =>
      listMatches(sshKeys.listOf, { id_or_username: id }, matchesSshKey(key)),
    unique: true,
  }),
  recoverable(gpgKeys.add, {
    what: () => message('createRecovery.gpgKey'),
    listCandidates:
      ({ key }) =>
      async (gitlab, options) =>
        withSameGpgKey(await gitlab.all(gpgKeys.list, {}, options), key),
    unique: true,
    answer: (thing) => [thing],
  }),
  recoverable(gpgKeys.addFor, {
    what: () => message('createRecovery.gpgKey'),
    listCandidates:
      ({ id, key }) =>
      async (gitlab, options) =>
        withSameGpgKey(await gitlab.all(gpgKeys.listOf, { id }, options), key),
    unique: true,
    answer: (thing) => [thing],
  }),
  recoverable(applications.create, {
    what: ({ name }) => message('createRecovery.application', { name }),
    listCandidates: (application) =>
      listMatches(applications.list, {}, matchesApplication(application)),
  }),
  recoverable(userApplications.create, {
    what: ({ name }) => message('createRecovery.application', { name }),
    listCandidates: (application) =>
      listMatches(userApplications.list, {}, matchesApplication(application)),
    // A fine-grained token may create applications without being allowed to list them.
    onTheWeb: () => ({
      path: '/-/user_settings/applications',
      advice: message('createRecovery.deleteApplication'),
    }),
  }),
])

/** The name that GitLab gives service accounts by default. */
const isDefaultName = /^Service account user$/

/** Infers an entry's types from its endpoint. */
function recoverable<E extends AnyEndpoint>(
  endpoint: E,
  creation: RecoverableCreate<EndpointInput<E>>,
): [AnyEndpoint, RecoverableCreate] {
  return [endpoint, creation as RecoverableCreate]
}

/** Returns the matching entries of a list. */
function listMatches<Item extends CreatedItem>(
  endpoint: ListEndpoint<Item>,
  input: unknown,
  isMatch: (item: Item) => boolean,
): ListCandidates {
  return async (gitlab, options) => (await gitlab.all(endpoint, input, options)).filter(isMatch)
}

interface NewToken {
  name: string
  scopes?: readonly string[] | undefined
  expires_at?: string | undefined
}

/** Whether a token may be the new one, whose secret nobody has used. */
function matchesToken({ name, scopes, expires_at }: NewToken) {
  return (token: ImpersonationToken | PersonalAccessToken) =>
    token.name === name &&
    // Fields that GitLab chose, or that are unreadable, match anything.
    (!scopes || sameSet(token.scopes ?? scopes, scopes)) &&
    (!expires_at || (token.expires_at ?? expires_at) === expires_at) &&
    !token.revoked &&
    !token.last_used_at
}

function listPersonalTokens(
  token: NewToken,
  ownerOf: (gitlab: GitLabClient, options: CallOptions) => Promise<number>,
): ListCandidates {
  return async (gitlab, options) => {
    const owner = await ownerOf(gitlab, options)
    const tokens = await gitlab.all(personalAccessTokens.list, { user_id: owner }, options)
    // Some versions ignore the ID, and an administrator's list includes all users.
    return tokens.filter(
      (found) => (found.user_id ?? owner) === owner && matchesToken(token)(found),
    )
  }
}

/** Whether an application may be the new one. A redirect URI that is unreadable matches anything. */
function matchesApplication({
  name,
  redirect_uri,
}: Pick<EndpointInput<typeof applications.create>, 'name' | 'redirect_uri'>) {
  return ({ application_name, callback_url, confidential }: Application) =>
    application_name === name &&
    sameSet(urisIn(callback_url || redirect_uri), urisIn(redirect_uri)) &&
    confidential !== true
}

function urisIn(text: string): string[] {
  return text.trim().split(/\s+/)
}

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return new Set([...one, ...other]).size === new Set(one).size && one.length >= other.length
}
