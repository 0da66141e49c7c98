import type { MessageId } from '../../../../shared/messages/message.ts'
import {
  type FormField,
  type FormSection,
  type UserFormMode,
  formFields,
  userFields,
} from '../../../../shared/rules/user-fields.ts'

/** A section of the form. */
export interface UserSection {
  id: FormSection
  title: MessageId
  /** A shorter title for navigation. */
  short?: MessageId
  fields: readonly FormField[]
}

/** The form’s sections, in order. */
const sections: readonly Omit<UserSection, 'fields'>[] = [
  { id: 'account', title: 'fields.groupAccount' },
  { id: 'addresses', title: 'editing.sectionAddresses' },
  { id: 'password', title: 'fields.password' },
  { id: 'picture', title: 'fields.avatar' },
  { id: 'profile', title: 'app.profileScreen' },
  {
    id: 'rights',
    title: 'fields.groupPermissions',
    short: 'editing.sectionPermissionsShort',
  },
  {
    id: 'provider',
    title: 'editing.sectionProvider',
    short: 'fields.provider',
  },
  { id: 'appearance', title: 'editing.sectionAppearance' },
  { id: 'notes', title: 'editing.sectionNotes' },
  {
    id: 'tiered',
    title: 'fields.groupPaidTiers',
    short: 'editing.sectionTieredShort',
  },
]
const userSections = sections.map((section) => ({ ...section, fields: fieldsOf(section.id) }))

/** The form’s fields, in order. */
export const fieldsInOrder = userSections.flatMap(({ fields }) => fields)

/** A section’s fields. Large ones are first, so small ones can share a line. */
function fieldsOf(id: FormSection): FormField[] {
  const isArea = (name: FormField) => userFields[name].kind === 'area'
  const fields = formFields.filter((name) => userFields[name].form === id)
  return fields.toSorted((one, other) => Number(isArea(other)) - Number(isArea(one)))
}

/** A form’s sections, without unsupported fields. */
export function formSections(
  mode: UserFormMode,
  unknown: readonly FormField[] = [],
): UserSection[] {
  const isSupported = (name: FormField) =>
    (userFields[name].only ?? mode) === mode && !unknown.includes(name)
  return userSections
    .map((section) => ({ ...section, fields: section.fields.filter(isSupported) }))
    .filter(({ id, fields }) => id === 'picture' || fields.length > 0)
}
