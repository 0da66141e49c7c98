import { expect, it } from 'vitest'
import {
  isNamePart,
  joinName,
  onboardingColumnLabel,
  onboardingColumns,
} from './onboarding-columns.ts'
import { userFields } from './user-fields.ts'

it.each([
  [' Ada ', ' Lovelace', 'Ada Lovelace'],
  ['Ada', ' ', 'Ada'],
  ['', 'Lovelace', 'Lovelace'],
  ['小明', '王', '王 小明'],
  ['민준', '김', '김 민준'],
  ['Ada', '王', 'Ada 王'],
  ['', '', ''],
])('joins %j and %j in the order of their script', (first, last, name) => {
  expect(joinName(first, last)).toBe(name)
})

it('labels fields of a user like forms, and other columns by themselves', () => {
  expect(onboardingColumnLabel('note')).toBe(userFields.note.label)
  expect(onboardingColumnLabel('start_date')).toBe('onboarding.startDate')
  expect(onboardingColumns.filter(isNamePart)).toEqual(['first_name', 'last_name'])
})
