import { isEmailAddress } from '../../../../shared/rules/email-address.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import {
  type OnboardingColumn,
  onboardingColumnLabel,
} from '../../../../shared/rules/onboarding-columns.ts'
import {
  type OnboardingField,
  onboardingFields,
  userFields,
} from '../../../../shared/rules/user-fields.ts'
import type { EndpointInput } from '../../../../shared/gitlab/endpoint.ts'
import type { users } from '../../../../shared/gitlab/users.ts'
import {
  isReservedUsername,
  isUsername,
  reservedExtension,
} from '../../../../shared/rules/username.ts'
import { codePointLength } from '../../../../shared/rules/text-length.ts'

export type NewUser = EndpointInput<typeof users.create>

export interface Problem {
  field?: OnboardingColumn
  text: Message
}

type Cells = Partial<Record<OnboardingColumn, string>>

interface Options {
  domains: readonly string[]
  skipConfirmation: boolean
}

/** A user built from a row's cells, and the row's problems. GitLab emails each user a link for setting a password. */
export function toNewUser(cells: Cells, options: Options): { user: NewUser; problems: Problem[] } {
  const problems: Problem[] = []
  const add = (field: OnboardingField, text: Message) => problems.push({ field, text })
  const { username = '', name = '', email = '' } = cells
  for (const field of ['username', 'name', 'email'] as const) {
    const problem = requiredProblem(field, cells[field] ?? '', options)
    if (problem) add(field, problem)
  }
  for (const [fieldValue, missingMessage] of [
    ['provider', 'extern_uid'],
    ['extern_uid', 'provider'],
  ] as const) {
    if (cells[fieldValue] && !cells[missingMessage])
      add(missingMessage, missingProblem(missingMessage))
  }
  const values: Partial<NewUser> = {}
  for (const field of onboardingFields) {
    const cell = cells[field] ?? ''
    if (cell === '') continue
    const problem = valueProblem(field, cell)
    if (problem) add(field, problem)
    else Object.assign(values, { [field]: toValue(field, cell) })
  }
  if (values.external) {
    // GitLab ignores both for external users (`ensure_external_user_rights` in `app/models/user.rb`).
    delete values.can_create_group
    delete values.projects_limit
  }
  const user: NewUser = {
    ...(options.skipConfirmation && { skip_confirmation: true }),
    ...values,
    username,
    name,
    email,
    reset_password: true,
  }
  return { user, problems }
}

/** Why a cell isn't a valid value for its field. */
function valueProblem(field: OnboardingField, cell: string): Message | undefined {
  const { kind } = userFields[field]
  if (kind === 'flag' && !yes.test(cell) && !no.test(cell)) {
    return message('onboarding.notYesOrNo', { field: label(field) })
  }
  if (kind === 'number' && !isWholeNumber(cell)) {
    return message('onboarding.notANumber', { field: label(field) })
  }
  return undefined
}

function toValue(field: OnboardingField, cell: string): unknown {
  const { kind } = userFields[field]
  if (kind === 'flag') return yes.test(cell)
  return kind === 'number' ? Number(cell) : cell
}

export function label(field: OnboardingColumn): Message {
  return message(onboardingColumnLabel(field))
}

function requiredProblem(
  field: 'username' | 'name' | 'email',
  value: string,
  { domains }: Options,
): Message | undefined {
  if (value === '') return missingProblem(field)
  if (codePointLength(value) > nameLimit) {
    return message('onboarding.tooLong', { field: label(field), max: nameLimit })
  }
  if (field === 'username') {
    const extension = reservedExtension(value)
    if (extension) return message('onboarding.reservedExtension', { extension })
    if (!isUsername(value)) return message('onboarding.invalidUsername')
    if (isReservedUsername(value)) return message('onboarding.reservedUsername')
  }
  if (field !== 'email') return undefined
  if (!isEmailAddress(value)) return message('onboarding.invalidEmail')
  return hasDomain(value, domains) ? undefined : message('onboarding.otherDomain')
}

function missingProblem(field: OnboardingField): Message {
  return message('onboarding.missing', { field: label(field) })
}

function hasDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.length === 0 || domains.some((one) => one.toLowerCase() === domain)
}

// As spreadsheets spell it in Latchkey's languages.
const yes = /^(yes|y|true|t|on|1|x|ja|j|wahr|oui|o|vrai|sí|si|s|verdadero|はい)$/i
const no = /^(no|n|false|f|off|0|-|nein|falsch|non|faux|falso|いいえ)$/i

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}
