import { isEmailAddress } from '../../../../shared/email-address.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { FieldErrors } from '../../../data/form-field.ts'
import { lengthOf } from '../../../ui/text-length.ts'
import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** What would be refused; only of what changes, as what was wrong before may stay. Empty when it can be sent. */
export function draftErrors(before: UserDraft, draft: UserDraft, mode: UserFormMode): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of changedNames(before, draft)) {
    const wrong = errorOf(name, draft[name].trim()) ?? lengthError(name, draft[name])
    if (wrong) errors[name] = [wrong]
  }
  if (mode === 'create') Object.assign(errors, missingErrors(draft, errors))
  return { ...errors, ...identityErrors(draft) }
}

/** What a service says of single fields in a sentence. What it says of the whole is not in it. */
export function serviceErrors(failure: Failure, sent: readonly UserFieldName[]): FieldErrors {
  // PUT /users/:id answers 404 where 409 would fit better, so both are read alike.
  if (failure.kind !== 'conflict' && failure.kind !== 'not-found') return {}
  if (/^user not found/i.test(failure.message)) return {}
  if (/^email not found/i.test(failure.message)) return { email: [notTheirs] }
  const suspects = (['email', 'username'] as const).filter((name) => sent.includes(name))
  const named = suspects.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(failure.message))
  const isTaken = /taken/i.test(failure.message)
  return Object.fromEntries(
    (named.length ? named : suspects).map((name) => [
      name,
      [isTaken ? taken : `may be what the service refused: ${failure.message}`],
    ]),
  )
}

const taken = 'has already been taken by somebody else'
const notTheirs =
  'is none of this person’s other addresses, and this service takes no others here: add it among their e-mails first'

function errorOf(name: UserFieldName, text: string): string | undefined {
  switch (name) {
    case 'name':
      return text === '' ? 'cannot be empty' : undefined
    case 'username':
      return usernameError(text)
    case 'email':
      return isEmailAddress(text) ? undefined : noAddress
    case 'public_email':
      return text === '' || isEmailAddress(text) ? undefined : noAddress
    case 'commit_email':
      return text === '' || text === '_private' || isEmailAddress(text) ? undefined : noAddress
    case 'website_url':
      return text === '' || isWebAddress(text)
        ? undefined
        : 'is no address like https://example.com'
    case 'discord':
      return text === '' || /^\d{17,20}$/.test(text)
        ? undefined
        : 'is no Discord user id: that is a number of 17 to 20 digits'
    case 'password':
      return undefined
    case 'group_id_for_saml':
      return text === '' || (isWhole(text) && Number(text) > 0)
        ? undefined
        : 'is no id; it is a number like 1234'
    default:
      return numberError(name, text)
  }
}

const noAddress = 'is not an email address, for example name@example.com'

function numberError(name: UserFieldName, text: string): string | undefined {
  const { kind } = userFields[name]
  if (kind === 'number') return isWhole(text) ? undefined : 'type a whole number, 0 or more'
  if (kind !== 'minutes' || text === '') return undefined
  return isWhole(text) ? undefined : 'type a whole number, 0 or more, or nothing'
}

function usernameError(text: string): string | undefined {
  if (text === '') return 'cannot be empty'
  // lib/gitlab/path_regex.rb
  const isRight = /^[a-z0-9_.][a-z0-9_.-]*$/i.test(text) && !/(\.|\.git|\.atom)$/i.test(text)
  return isRight
    ? undefined
    : 'can have only letters, digits, “_”, “-” and “.”, and must not begin with “-” or end in “.”, “.git” or “.atom”'
}

function lengthError(name: UserFieldName, value: string): string | undefined {
  const { limit = Infinity } = userFields[name]
  if (name === 'password' && value !== '' && lengthOf(value) < 8) {
    return 'is too short (8 characters at least)'
  }
  return lengthOf(value) > limit ? `is too long (${limit} characters at most)` : undefined
}

function missingErrors(draft: UserDraft, known: FieldErrors): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of ['name', 'username', 'email'] as const) {
    if (draft[name].trim() === '' && !known[name]) errors[name] = ['cannot be empty']
  }
  const { reset_password: reset, force_random_password: random, password } = draft
  if (reset !== 'yes' && random !== 'yes' && password === '') {
    errors.password = ['type one, or choose one of the other ways']
  }
  return errors
}

function identityErrors({ provider, extern_uid, group_id_for_saml }: UserDraft): FieldErrors {
  const [where, who] = [provider.trim(), extern_uid.trim()]
  const isMeant = where !== '' || who !== '' || group_id_for_saml.trim() !== ''
  return {
    ...(isMeant && where === '' && { provider: ['is needed, together with the external UID'] }),
    ...(isMeant && who === '' && { extern_uid: ['is needed, together with the provider'] }),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^\s/]/i.test(text)
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}
