import { isEmailAddress } from '../../../../shared/email-address.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { FieldErrors } from '../../../data/form-field.ts'
import { t } from '../../../ui/messages.ts'
import { characterCount } from '../../../ui/text-length.ts'
import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** The errors of changed fields; a value that was invalid before may stay. Empty when the form can be sent. */
export function draftErrors(before: UserDraft, draft: UserDraft, mode: UserFormMode): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of changedNames(before, draft)) {
    const wrong = errorOf(name, draft[name].trim()) ?? lengthError(name, draft[name])
    if (wrong) errors[name] = [wrong]
  }
  if (mode === 'create') Object.assign(errors, missingErrors(draft, errors))
  return { ...errors, ...identityErrors(draft) }
}

/** Assigns GitLab's text about a conflict to the fields that it names. Texts about the user as a whole are left out. */
export function serviceErrors(failure: Failure, sent: readonly UserFieldName[]): FieldErrors {
  // PUT /users/:id answers 404 where 409 would fit better, so both are read alike.
  if (failure.kind !== 'conflict' && failure.kind !== 'not-found') return {}
  if (/^user not found/i.test(failure.message)) return {}
  if (/^email not found/i.test(failure.message)) return { email: [t('editing.emailNotTheirs')] }
  const suspects = (['email', 'username'] as const).filter((name) => sent.includes(name))
  const named = suspects.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(failure.message))
  const isTaken = /taken/i.test(failure.message)
  return Object.fromEntries(
    (named.length ? named : suspects).map((name) => [
      name,
      [
        isTaken
          ? t('editing.alreadyTaken')
          : t('editing.refusedField', { reason: failure.message }),
      ],
    ]),
  )
}

function errorOf(name: UserFieldName, text: string): string | undefined {
  switch (name) {
    case 'name':
      return text === '' ? t('editing.empty') : undefined
    case 'username':
      return usernameError(text)
    case 'email':
      return isEmailAddress(text) ? undefined : t('editing.invalidEmail')
    case 'public_email':
      return text === '' || isEmailAddress(text) ? undefined : t('editing.invalidEmail')
    case 'commit_email':
      return text === '' || text === '_private' || isEmailAddress(text)
        ? undefined
        : t('editing.invalidEmail')
    case 'website_url':
      return text === '' || isWebAddress(text) ? undefined : t('editing.invalidUrl')
    case 'discord':
      return text === '' || /^\d{17,20}$/.test(text) ? undefined : t('editing.invalidDiscord')
    case 'password':
      return undefined
    case 'group_id_for_saml':
      return text === '' || (isWhole(text) && Number(text) > 0) ? undefined : t('editing.invalidId')
    default:
      return numberError(name, text)
  }
}

function numberError(name: UserFieldName, text: string): string | undefined {
  const { kind } = userFields[name]
  if (kind === 'number') return isWhole(text) ? undefined : t('editing.invalidNumber')
  if (kind !== 'minutes' || text === '') return undefined
  return isWhole(text) ? undefined : t('editing.invalidMinutes')
}

function usernameError(text: string): string | undefined {
  if (text === '') return t('editing.empty')
  // lib/gitlab/path_regex.rb
  const isRight = /^[a-z0-9_.][a-z0-9_.-]*$/i.test(text) && !/(\.|\.git|\.atom)$/i.test(text)
  return isRight ? undefined : t('editing.invalidUsername')
}

function lengthError(name: UserFieldName, value: string): string | undefined {
  const { limit = Infinity } = userFields[name]
  if (name === 'password' && value !== '' && characterCount(value) < 8) {
    return t('editing.passwordAtLeast')
  }
  return characterCount(value) > limit ? t('forms.tooLong', { limit }) : undefined
}

function missingErrors(draft: UserDraft, known: FieldErrors): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of ['name', 'username', 'email'] as const) {
    if (draft[name].trim() === '' && !known[name]) errors[name] = [t('editing.empty')]
  }
  const { reset_password: reset, force_random_password: random, password } = draft
  if (reset !== 'yes' && random !== 'yes' && password === '') {
    errors.password = [t('editing.missingPassword')]
  }
  return errors
}

function identityErrors({ provider, extern_uid, group_id_for_saml }: UserDraft): FieldErrors {
  const [where, who] = [provider.trim(), extern_uid.trim()]
  const isMeant = where !== '' || who !== '' || group_id_for_saml.trim() !== ''
  return {
    ...(isMeant && where === '' && { provider: [t('editing.providerNeeded')] }),
    ...(isMeant && who === '' && { extern_uid: [t('editing.uidNeeded')] }),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^\s/]/i.test(text)
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}
