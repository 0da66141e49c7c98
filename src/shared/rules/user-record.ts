import { privateCommitEmailToken } from './commit-verification.ts'
import { isSameEmail } from './email-address.ts'
import { type UserField, answerName, formFields, userField, userFields } from './user-fields.ts'
import type { RecordFields } from './three-way.ts'

interface ReturnedIdentity {
  provider?: string | null | undefined
  extern_uid?: string | null | undefined
  saml_provider_id?: unknown
}

/** A user as GitLab returns it to administrators. */
// An interface has no implicit index signature.
export type ReturnedUser = {
  id: number
  username: string
  commit_email?: string | null | undefined
  identities?: readonly ReturnedIdentity[] | null | undefined
  [field: string]: unknown
}

const returnedFields = formFields.filter((name) => userFields[name].part)

/**
 * A user's editable fields, by their names in requests. Omits passwords and similar fields, because GitLab never
 * returns them. With `provider`, the record includes the identity at that provider.
 */
export function userRecord(user: ReturnedUser, provider?: string): RecordFields {
  return {
    ...Object.fromEntries(returnedFields.map((name) => [name, user[answerName(name)]])),
    commit_email: isPrivateEmail(user) ? privateCommitEmailToken : user.commit_email,
    ...(provider !== undefined && { extern_uid: findIdentity(user, provider)?.extern_uid }),
  }
}

/** Finds a user's identity at a provider. */
export function findIdentity<Identity extends { provider?: string | null | undefined }>(
  { identities }: { identities?: readonly Identity[] | null | undefined },
  provider: string,
): Identity | undefined {
  return identities?.find((identity) => identity.provider === provider)
}

/** Whether GitLab would store two values of a field as the same value. It trims most text. */
export function sameUserValue(name: string, a: unknown, b: unknown): boolean {
  const [one, other] = [normalize(name, a), normalize(name, b)]
  if (userField(name)?.kind === 'email' && typeof one === 'string' && typeof other === 'string') {
    return isSameEmail(one, other)
  }
  return one === other
}

function normalize(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const text = value.replaceAll('\r\n', '\n')
  return (isUntrimmed(userField(name)) ? text : text.trim()) || null
}

/** Whether GitLab stores a field’s value untrimmed. */
export function isUntrimmed(field: UserField | undefined): boolean {
  return field?.kind === 'area' || field?.kind === 'password'
}

/** Compares only the local part, because each instance chooses the host (`lib/gitlab/private_commit_email.rb`). */
function isPrivateEmail({ id, username, commit_email: email }: ReturnedUser): boolean {
  return email?.startsWith(`${id}-${username}@`) ?? false
}
