import type { MessageId } from '../../../shared/messages/message.ts'
import {
  type UserField,
  type UserFieldName,
  answerName,
  userFieldNames,
  userFields,
} from '../../../shared/rules/user-fields.ts'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'
import { t } from '../../ui/messages.ts'

export interface ProfileField {
  /** The field’s API name. */
  key: string
  label: string
  kind: UserField['kind']
  value: unknown
}

export interface ProfileGroup {
  title: string
  filled: ProfileField[]
  /** Labels of the fields the user left empty. */
  empty: string[]
}

/** Field groups in display order. */
export type ProfileLayout = readonly { title: MessageId; fields: readonly UserFieldName[] }[]

/** Groups a user’s fields, omitting those GitLab didn’t send. */
export function profileGroups(user: CurrentUser, layout = ownLayout): ProfileGroup[] {
  return layout
    .map(({ title, fields }) => {
      const known = fields
        .map((name) => {
          const { label, shownAs = label, kind } = userFields[name]
          const key = answerName(name)
          return { key, label: t(shownAs), kind, value: user[key] }
        })
        .filter(({ key, value }) => value !== undefined && !(value === null && isEvent(key)))
      return {
        title: t(title),
        filled: known.filter((field) => !isEmpty(field)),
        empty: known.filter(isEmpty).map(({ label }) => label),
      }
    })
    .filter(({ filled, empty }) => filled.length + empty.length > 0)
}

/** Whether a field records an event that most users never experience, which makes an empty value meaningless. */
function isEvent(key: string): boolean {
  return key === 'email_reset_offered_at'
}

function isEmpty({ key, kind, value }: ProfileField): boolean {
  // These mean something when empty: self-registered, the instance’s default limit, an unconfirmed email.
  if (kind === 'origin' || kind === 'minutes' || key === 'confirmed_at') return false
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Which fields these groups contain on the profile or a user’s page. */
export function layoutOf(screen: 'profile' | 'page', titles: readonly MessageId[]): ProfileLayout {
  const index = screen === 'profile' ? 0 : 1
  return titles.map((title) => ({
    title,
    fields: userFieldNames.filter((name) => userFields[name].shown?.[index] === title),
  }))
}

const ownLayout = layoutOf('profile', [
  'fields.groupAbout',
  'fields.groupContact',
  'fields.groupAccount',
  'fields.groupSecurity',
  'fields.groupActivity',
  'fields.groupLimits',
])
