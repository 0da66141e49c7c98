import type { MessageId } from '../messages/message.ts'
import { type OnboardingField, onboardingFields, userFields } from './user-fields.ts'

/** Columns that aren't fields of a user: parts of the name, and what GitLab needs further requests for or that delays them. */
const furtherColumns = {
  first_name: 'onboarding.firstName',
  last_name: 'onboarding.lastName',
  groups: 'onboarding.groups',
  custom_attribute: 'onboarding.customAttribute',
  start_date: 'onboarding.startDate',
} as const satisfies Record<string, MessageId>

/** What a column can hold. A custom attribute is named like its column, and several columns can hold one. */
export type OnboardingColumn = OnboardingField | keyof typeof furtherColumns
export const onboardingColumns = [
  ...onboardingFields,
  'first_name',
  'last_name',
  'groups',
  'custom_attribute',
  'start_date',
] as const satisfies OnboardingColumn[]

export function isUserField(column: OnboardingColumn): column is OnboardingField {
  return !Object.hasOwn(furtherColumns, column)
}

export function isNamePart(column: OnboardingColumn): column is 'first_name' | 'last_name' {
  return column === 'first_name' || column === 'last_name'
}

export function onboardingColumnLabel(column: OnboardingColumn): MessageId {
  return isUserField(column) ? userFields[column].label : furtherColumns[column]
}

/** Marks a custom attribute in the title of a column: `custom_attribute:department`. */
export const attributeTitle = 'custom_attribute:'

/** Joins first and last name in the order of their script. Chinese, Japanese and Korean put the last name first. */
export function joinName(firstName: string, lastName: string): string {
  const parts = [firstName.trim(), lastName.trim()].filter((part) => part !== '')
  const isLastNameFirst = parts.every((part) =>
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part),
  )
  return (isLastNameFirst ? parts.toReversed() : parts).join(' ')
}
