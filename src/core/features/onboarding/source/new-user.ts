import { isEmailAddress } from '../../../../shared/email-address.ts'
import { userFieldLabels } from '../../../../shared/field-labels.ts'
import { nameLimit } from '../../../../shared/limits.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { OnboardingField } from '../../../../shared/onboarding.ts'
import type { EndpointInput } from '../../../../shared/service/endpoint.ts'
import type { users } from '../../../../shared/service/users.ts'
import { isReservedUsername, isUsername, reservedExtension } from '../../../../shared/username.ts'
import { codePointLength } from '../../../../shared/text-length.ts'

export type NewUser = EndpointInput<typeof users.create>

export interface Problem {
  field?: OnboardingField
  text: Message
}

type Cells = Partial<Record<OnboardingField, string>>

interface Options {
  domains: readonly string[]
  skipConfirmation: boolean
}

/** A user as the cells of a row describe them, with what is wrong with it. GitLab emails each of them a link to set a password. */
export function toNewUser(cells: Cells, options: Options): { user: NewUser; problems: Problem[] } {
  const problems: Problem[] = []
  const add = (field: OnboardingField, text: Message) => problems.push({ field, text })
  const text = (field: OnboardingField) => cells[field] || undefined
  const flag = (field: OnboardingField) => {
    const isOn = toFlag(cells[field] ?? '')
    if (isOn === 'unclear') add(field, message('onboarding.notYesOrNo', { field: label(field) }))
    return isOn === 'unclear' ? undefined : isOn
  }
  const { username = '', name = '', email = '' } = cells
  for (const field of ['username', 'name', 'email'] as const) {
    const problem = requiredProblem(field, cells[field] ?? '', options)
    if (problem) add(field, problem)
  }
  const limit = cells.projects_limit ?? ''
  if (limit !== '' && !isWholeNumber(limit)) {
    add('projects_limit', message('onboarding.notANumber', { field: label('projects_limit') }))
  }
  for (const [given, missing] of [
    ['provider', 'extern_uid'],
    ['extern_uid', 'provider'],
  ] as const) {
    if (cells[given] && !cells[missing]) add(missing, missingProblem(missing))
  }
  const external = flag('external')
  const user: NewUser = withoutUndefined({
    username,
    name,
    email,
    reset_password: true,
    skip_confirmation: flag('skip_confirmation') ?? (options.skipConfirmation || undefined),
    admin: flag('admin'),
    external,
    // GitLab ignores both for external users (`ensure_external_user_rights` in `app/models/user.rb`).
    can_create_group: external ? undefined : flag('can_create_group'),
    projects_limit: external || limit === '' ? undefined : Number(limit),
    note: text('note'),
    organization: text('organization'),
    location: text('location'),
    provider: text('provider'),
    extern_uid: text('extern_uid'),
  })
  return { user, problems }
}

export function label(field: OnboardingField): Message {
  return message(userFieldLabels[field])
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

// As spreadsheets say it in the languages of Latchkey.
const yes = /^(yes|y|true|t|on|1|x|ja|j|wahr|oui|o|vrai|sí|si|s|verdadero|はい)$/i
const no = /^(no|n|false|f|off|0|-|nein|falsch|non|faux|falso|いいえ)$/i

function toFlag(cell: string): boolean | undefined | 'unclear' {
  if (cell === '') return undefined
  if (yes.test(cell)) return true
  return no.test(cell) ? false : 'unclear'
}

function isWholeNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
}

function withoutUndefined(user: NewUser): NewUser {
  const given = Object.entries(user).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as NewUser
}
