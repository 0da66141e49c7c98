import { isEmailAddress } from '../../../../shared/rules/email-address.ts'
import { isUsername } from '../../../../shared/rules/username.ts'
import {
  type FormField,
  type UserField,
  type UserFormMode,
  userFields,
} from '../../../../shared/rules/user-fields.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import type { FieldErrors } from '../../../forms/form-field.ts'
import { t } from '../../../ui/messages.ts'
import { codePointLength } from '../../../../shared/rules/text-length.ts'
import { type UserDraft, changedNames, trimmedValue } from './user-draft.ts'

/** Errors in changed fields. Values that were already invalid are accepted. Empty if the form can be sent. */
export function userDraftErrors(
  before: UserDraft,
  draft: UserDraft,
  mode: UserFormMode,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of changedNames(before, draft)) {
    const check = checks[name] ?? checksByKind[userFields[name].kind]
    const error = check?.(trimmedValue(name, draft[name]))
    if (error) errors[name] = [t(error)]
  }
  if (mode === 'create') Object.assign(errors, missingErrors(draft, errors))
  return { ...errors, ...identityErrors(draft) }
}

/** Returns the error for a value, if any. */
type Check = (text: string) => MessageId | false

const optional =
  (check: Check): Check =>
  (text) =>
    text !== '' && check(text)
const checkNumber: Check = (text) => !isWholeNumber(text) && 'editing.invalidNumber'
const checkEmail: Check = (text) => !isEmailAddress(text) && 'editing.invalidEmail'

const checksByKind: Partial<Record<UserField['kind'], Check>> = {
  email: optional(checkEmail),
  link: optional((text) => !isWebAddress(text) && 'editing.invalidUrl'),
  number: checkNumber,
  minutes: optional(checkNumber),
}

const checks: Partial<Record<FormField, Check>> = {
  name: (text) => text === '' && 'editing.empty',
  username: (text) =>
    text === '' ? 'editing.empty' : !isUsername(text) && 'editing.invalidUsername',
  email: checkEmail,
  commit_email: optional((text) => text !== '_private' && checkEmail(text)),
  password: optional((text) => codePointLength(text) < 8 && 'editing.passwordAtLeast'),
  discord: optional((text) => !/^\d{17,20}$/.test(text) && 'editing.discordHint'),
  group_id_for_saml: optional(
    (text) => !(isWholeNumber(text) && Number(text) > 0) && 'editing.invalidId',
  ),
}

function missingErrors(draft: UserDraft, found: FieldErrors): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of ['name', 'username', 'email'] as const) {
    if (draft[name].trim() === '' && !found[name]) errors[name] = [t('editing.empty')]
  }
  const { reset_password: reset, force_random_password: random, password } = draft
  if (reset !== 'yes' && random !== 'yes' && password === '') {
    errors.password = [t('editing.missingPassword')]
  }
  return errors
}

/** If any of the identity’s fields is filled in, the provider and UID are required. */
function identityErrors({ provider, extern_uid, group_id_for_saml }: UserDraft): FieldErrors {
  const isFilled = [provider, extern_uid, group_id_for_saml].some((text) => text.trim() !== '')
  return {
    ...(isFilled && provider.trim() === '' && { provider: [t('plans.missing')] }),
    ...(isFilled && extern_uid.trim() === '' && { extern_uid: [t('plans.missing')] }),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^\s/]/i.test(text)
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}
