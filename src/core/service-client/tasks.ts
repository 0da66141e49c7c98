import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { type ServiceTable, serviceTable } from '../../shared/service/index.ts'

type Tasks = { [Family in keyof ServiceTable]: Record<keyof ServiceTable[Family], string> }

/** What each row does, for a person: the words after "Couldn’t". */
const tasks: Tasks = {
  users: {
    list: 'load the users',
    get: 'load the user',
    create: 'create the user',
    modify: 'save the user',
    remove: 'delete the user',
    removeIdentity: 'remove the identity',
  },
  user: {
    get: 'load your profile',
    counts: 'load your counts',
    setAvatar: 'set your avatar',
    activities: 'load the recent activity',
    createRunner: 'create the runner',
  },
  status: {
    get: 'load your status',
    of: 'load the status',
    set: 'set your status',
    update: 'set your status',
  },
  preferences: { get: 'load your preferences', set: 'save your preferences' },
  following: {
    follow: 'follow the user',
    unfollow: 'unfollow the user',
    followers: 'load the followers',
    list: 'load the followed users',
  },
  serviceAccounts: { list: 'load the service accounts', create: 'create the service account' },
  associations: { count: 'load the counts', memberships: 'load the memberships' },
  sshKeys: {
    list: 'load your SSH keys',
    get: 'load the SSH key',
    add: 'add the SSH key',
    remove: 'delete the SSH key',
    listOf: 'load the SSH keys',
    getOf: 'load the SSH key',
    addFor: 'add the SSH key',
    removeOf: 'delete the SSH key',
  },
  gpgKeys: {
    list: 'load your GPG keys',
    get: 'load the GPG key',
    add: 'add the GPG key',
    remove: 'delete the GPG key',
    listOf: 'load the GPG keys',
    getOf: 'load the GPG key',
    addFor: 'add the GPG key',
    removeOf: 'delete the GPG key',
  },
  emails: {
    list: 'load your emails',
    get: 'load the email',
    add: 'add the email',
    remove: 'delete the email',
    listOf: 'load the emails',
    addFor: 'add the email',
    removeOf: 'delete the email',
  },
  moderation: {
    block: 'block the user',
    unblock: 'unblock the user',
    deactivate: 'deactivate the user',
    activate: 'activate the user',
    ban: 'ban the user',
    unban: 'unban the user',
    approve: 'approve the user',
    reject: 'reject the user',
  },
  impersonationTokens: {
    list: 'load the impersonation tokens',
    get: 'load the impersonation token',
    create: 'create the impersonation token',
    revoke: 'revoke the impersonation token',
  },
  personalAccessTokens: { createFor: 'create the access token', create: 'create the access token' },
  twoFactor: { disable: 'turn off two-factor authentication' },
}

interface Named {
  /** `family.operation`, for the log. */
  operation: string
  task: string
}

/** By method and path, so that a row with other parameters is known too. */
const rows: ReadonlyMap<string, Named> = new Map(
  Object.entries(serviceTable).flatMap(([family, operations]) =>
    Object.entries<AnyEndpoint>(operations).map(([name, row]) => [
      keyOf(row),
      {
        operation: `${family}.${name}`,
        task: (tasks[family as keyof Tasks] as Record<string, string>)[name]!,
      },
    ]),
  ),
)

/** What a row does, for a person: the words after "Couldn’t". */
export function taskOf(row: AnyEndpoint): string {
  return rows.get(keyOf(row))?.task ?? 'do this'
}

/** The name of a row, for the log; undefined for one that is not in the table. */
export function operationOf(row: AnyEndpoint): string | undefined {
  return rows.get(keyOf(row))?.operation
}

function keyOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}
