import { isEmailAddress } from '../../../../shared/email-address.ts'
import type { FieldErrors } from '../../../data/form-field.ts'
import { t } from '../../../ui/messages.ts'
import { codePointLength } from '../../../ui/text-length.ts'
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
  if (name === 'password' && value !== '' && codePointLength(value) < 8) {
    return t('editing.passwordAtLeast')
  }
  return codePointLength(value) > limit ? t('editing.tooLong', { count: limit }) : undefined
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
