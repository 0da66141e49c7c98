import { isSameEmail } from './email-address.ts'
import type { AdminUser } from './service/user-fields.ts'
import type { Fields } from './three-way.ts'

/** Fields that have the same name in requests and answers. */
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

/** The value that requests a private commit email. */
const privateEmail = '_private'

/**
 * The editable fields of a user, by their names in requests. It has no passwords and the like, as GitLab never returns them. With
 * `provider`, it includes the identity at that provider.
 */
export function userRecord(user: AdminUser, provider?: string): Fields {
  return {
    ...Object.fromEntries(sameNames.map((name) => [name, user[name]])),
    admin: user.is_admin,
    auditor: user.is_auditor,
    commit_email: isPrivateEmail(user) ? privateEmail : user.commit_email,
    ...(provider !== undefined && { extern_uid: findIdentity(user, provider)?.extern_uid }),
  }
}

/** The identity of a user at a provider. */
export function findIdentity({ identities }: Pick<AdminUser, 'identities'>, provider: string) {
  return identities?.find((identity) => identity.provider === provider)
}

const emails = new Set(['email', 'public_email', 'commit_email'])
/** Fields that GitLab stores without trimming. */
const untrimmedFields = new Set(['note', 'bio', 'password'])

/** Whether GitLab stores two values of a field as the same one; it trims most texts. */
export function sameUserValue(name: string, a: unknown, b: unknown): boolean {
  const [one, other] = [normalize(name, a), normalize(name, b)]
  if (emails.has(name) && typeof one === 'string' && typeof other === 'string') {
    return isSameEmail(one, other)
  }
  return one === other
}

function normalize(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const text = value.replaceAll('\r\n', '\n')
  return (untrimmedFields.has(name) ? text : text.trim()) || null
}

/** `lib/gitlab/private_commit_email.rb`; instances choose the host, so only the part before it is compared. */
function isPrivateEmail({ id, username, commit_email: email }: AdminUser): boolean {
  return email?.startsWith(`${id}-${username}@`) ?? false
}
