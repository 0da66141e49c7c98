import { type Message, type MessageId, type Text, message } from '../messages/message.ts'

/** What a fine-grained token may do, and where (`granular_scopes` of `doc/api/user_tokens.md`). */
export interface GranularPermissions {
  access?: string | null | undefined
  permissions?: readonly string[] | null | undefined
  project_id?: number | null | undefined
  group_id?: number | null | undefined
}

interface ScopedToken {
  scopes?: readonly string[] | null | undefined
  granular_scopes?: readonly GranularPermissions[] | null | undefined
}

const places: Record<string, MessageId> = {
  user: 'tokens.accessUser',
  instance: 'tokens.accessInstance',
  personal_projects: 'tokens.accessPersonalProjects',
  all_memberships: 'tokens.accessAllMemberships',
  selected_memberships: 'tokens.accessSelectedMemberships',
}

/** A token's scopes, or a fine-grained token's permissions in words. */
export function scopeTexts({ scopes, granular_scopes }: ScopedToken): Text[] {
  if (granular_scopes?.length) {
    return granular_scopes.map((scope) =>
      message('tokens.granularScope', {
        access: placeText(scope),
        permissions: (scope.permissions ?? []).map(inWords),
      }),
    )
  }
  return (scopes ?? []).map((scope) =>
    scope === 'granular' ? message('tokens.granularUnknown') : scope,
  )
}

function placeText({ access, project_id, group_id }: GranularPermissions): Message | string {
  if (typeof project_id === 'number') return message('user.project', { id: String(project_id) })
  if (typeof group_id === 'number') return message('user.group', { id: String(group_id) })
  // guard: access-name
  const id = Object.hasOwn(places, access ?? '') && places[access ?? '']
  return id ? message(id) : inWords(access ?? '')
}

const inWords = (name: string) => name.replaceAll('_', ' ')

export interface TokenJob {
  label: MessageId
  access: 'user' | 'instance'
  permissions: readonly string[]
}

/**
 * What Latchkey does, and the permissions that a fine-grained token needs for it; for other users, those of an
 * administrator (`doc/auth/tokens/fine_grained_access_tokens_rest.md`).
 */
export const tokenJobs: readonly TokenJob[] = [
  { label: 'app.profileScreen', access: 'user', permissions: ['read_user'] },
  { label: 'app.peopleScreen', access: 'user', permissions: ['follow_user', 'unfollow_user'] },
  { label: 'counts.title', access: 'user', permissions: ['read_counts'] },
  {
    label: 'user.tabSshKeys',
    access: 'user',
    permissions: ['read_ssh_key', 'create_ssh_key', 'delete_ssh_key'],
  },
  {
    label: 'app.emailsScreen',
    access: 'user',
    permissions: ['read_email', 'create_email', 'delete_email'],
  },
  {
    label: 'app.tokensScreen',
    access: 'user',
    permissions: ['read', 'create', 'rotate', 'revoke'].map(
      (action) => `${action}_personal_access_token`,
    ),
  },
  { label: 'app.directoryScreen', access: 'instance', permissions: ['read_user'] },
  {
    label: 'runs.moderation',
    access: 'instance',
    permissions: [
      ...['approve_user', 'reject_user', 'block_user', 'unblock_user', 'ban_user', 'unban_user'],
      ...['activate_user', 'deactivate_user', 'delete_user', 'disable_two_factor_user'],
    ],
  },
  {
    label: 'tokens.jobEditUsers',
    access: 'instance',
    permissions: [
      ...['create_user', 'update_user', 'create_email', 'delete_email', 'delete_identity'],
      ...['create_ssh_key', 'delete_ssh_key'],
    ],
  },
  {
    label: 'user.impersonationTokens',
    access: 'instance',
    permissions: ['read', 'create', 'revoke'].map((action) => `${action}_impersonation_token`),
  },
  {
    label: 'app.serviceAccountsScreen',
    access: 'instance',
    permissions: ['read', 'create', 'update'].map((action) => `${action}_service_account`),
  },
]

/** Latchkey's jobs that a fine-grained token has all permissions for, and the other ones. */
export function sortTokenJobs(
  scopes: readonly GranularPermissions[],
  isAdmin: boolean,
): { allowed: MessageId[]; refused: MessageId[] } {
  const jobs = tokenJobs.filter(({ access }) => isAdmin || access === 'user')
  const allows = ({ access, permissions }: TokenJob) =>
    permissions.every((permission) =>
      scopes.some((scope) => scope.access === access && scope.permissions?.includes(permission)),
    )
  return {
    allowed: jobs.filter(allows).map(({ label }) => label),
    refused: jobs.filter((job) => !allows(job)).map(({ label }) => label),
  }
}

/** What Latchkey can do with a fine-grained token, and what it can't; undefined for other tokens. */
export function tokenJobsMessage(
  scopes: readonly GranularPermissions[] | undefined,
  isAdmin: boolean,
): Message | undefined {
  if (!scopes) return undefined
  if (scopes.length === 0)
    return message('tokens.jobsUnknown', { permission: 'read_personal_access_token' })
  const { allowed, refused } = sortTokenJobs(scopes, isAdmin)
  const texts = {
    allowed: allowed.map((id) => message(id)),
    refused: refused.map((id) => message(id)),
  }
  if (refused.length === 0) return message('tokens.jobsAll')
  return message(allowed.length === 0 ? 'tokens.jobsNone' : 'tokens.jobsSome', texts)
}

/** Scopes that allow everything the user may do. */
export const fullScopes = ['api', 'sudo', 'admin_mode']

/** Scopes with which a leaked token does lasting harm: it can change code, packages, or what runs. */
export const broadScopes = [
  ...fullScopes,
  'write_repository',
  'write_registry',
  'write_virtual_registry',
  'create_runner',
  'manage_runner',
]

/** What an OAuth application for the whole instance may ask for, in addition to `api`. */
export const applicationScopes = ['admin_mode', 'sudo'] as const

/** The name and scopes of a token for Git, and optionally glab, which uses the API. */
export function programToken({ glab }: { glab: boolean }): { name: string; scopes: string[] } {
  return glab
    ? { name: 'Git + glab', scopes: ['api', 'write_repository'] }
    : { name: 'Git', scopes: ['read_repository', 'write_repository'] }
}
