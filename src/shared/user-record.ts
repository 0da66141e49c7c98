import { isSameEmail } from './email-address.ts'
import type { AdminUser } from './service/user-fields.ts'
import type { Fields } from './three-way.ts'

/** Fields that a service shows under the names in which they are sent. */
const sameNames = [
  'name',
  'username',
  'email',
  'public_email',
  'bio',
  'pronouns',
  'organization',
  'location',
  'website_url',
  'linkedin',
  'twitter',
  'discord',
  'github',
  'skype',
  'private_profile',
  'external',
  'can_create_group',
  'projects_limit',
  'theme_id',
  'color_scheme_id',
  'note',
  'shared_runners_minutes_limit',
  'extra_shared_runners_minutes_limit',
] as const satisfies readonly (keyof AdminUser)[]

/** What stands for an address that nobody else sees, when it is sent. */
const privateEmail = '_private'

/**
 * What administrators edit of a user, by the names in which it is sent. Passwords and the like are never shown by the service,
 * so they are not in it. With `provider`, the identity there is among it.
 */
export function userRecord(user: AdminUser, provider?: string): Fields {
  return {
    ...Object.fromEntries(sameNames.map((name) => [name, user[name]])),
    admin: user.is_admin,
    auditor: user.is_auditor,
    commit_email: isPrivateEmail(user) ? privateEmail : user.commit_email,
    ...(provider !== undefined && { extern_uid: identityAt(user, provider)?.extern_uid }),
  }
}

/** The identity that a user has with a provider. */
export function identityAt({ identities }: Pick<AdminUser, 'identities'>, provider: string) {
  return identities?.find((identity) => identity.provider === provider)
}

const emails = new Set(['email', 'public_email', 'commit_email'])
/** Stored with the spaces around them. */
const exact = new Set(['note', 'bio', 'password'])

/** Whether two values of a user's field are the same for the service, which tidies what it stores. */
export function sameUserValue(name: string, a: unknown, b: unknown): boolean {
  const [one, other] = [tidied(name, a), tidied(name, b)]
  if (emails.has(name) && typeof one === 'string' && typeof other === 'string') {
    return isSameEmail(one, other)
  }
  return one === other
}

function tidied(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const text = value.replaceAll('\r\n', '\n')
  return (exact.has(name) ? text : text.trim()) || null
}

/** `lib/gitlab/private_commit_email.rb`; instances choose the host, so only what stands before it counts. */
function isPrivateEmail({ id, username, commit_email: email }: AdminUser): boolean {
  return email?.startsWith(`${id}-${username}@`) ?? false
}
