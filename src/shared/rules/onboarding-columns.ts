import type { MessageId } from '../messages/message.ts'
import { type OnboardingField, onboardingFields, userFields } from './user-fields.ts'

/** Columns of an onboarding file that aren't fields of a user. GitLab needs further requests for all but the date. */
const furtherColumns = {
  groups: 'onboarding.groups',
  custom_attribute: 'onboarding.customAttribute',
  start_date: 'onboarding.startDate',
} as const satisfies Record<string, MessageId>

/** What a column can hold. A custom attribute is named like its column, and several columns can hold one. */
export type OnboardingColumn = OnboardingField | keyof typeof furtherColumns
export const onboardingColumns = [
  ...onboardingFields,
  'groups',
  'custom_attribute',
  'start_date',
] as const satisfies OnboardingColumn[]

export function isUserField(column: OnboardingColumn): column is OnboardingField {
  return !Object.hasOwn(furtherColumns, column)
}

export function onboardingColumnLabel(column: OnboardingColumn): MessageId {
  return isUserField(column) ? userFields[column].label : furtherColumns[column]
}

/** Marks a custom attribute in the title of a column: `custom_attribute:department`. */
export const attributeTitle = 'custom_attribute:'
