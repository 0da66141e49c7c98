import { expect, it } from 'vitest'
import { errorsAt, fieldLabel, withoutErrorsAt } from './field-messages.ts'

it.each([
  ['baseUrl', 'URL'],
  ['job_title', 'Job title'],
  ['projects_limit', 'Projects limit'],
  ['expires_at', 'Expiry date'],
  ['custom_attributes.0.some_value', 'Some value'],
  ['user_detail.bio', 'Bio'],
  ['undoSeconds', 'Undo seconds'],
  ['saml_provider_id', 'SAML provider ID'],
  ['constructor', 'Constructor'],
  ['0', '0'],
])('labels %s “%s”', (name, words) => {
  expect(fieldLabel(name)).toBe(words)
})

const refused = {
  kind: 'unauthorized',
  message: 'Token not recognized by gitlab.example.',
  hint: 'Create a new one.',
  fields: { token: ['Token not recognized by gitlab.example.'] },
} as const

it('shows a problem and its fix next to the field, and doesn’t repeat them below', () => {
  const failure = { ...refused, fields: { token: [...refused.fields.token] } }
  expect(errorsAt(failure, 'token')).toEqual([
    'Token not recognized by gitlab.example. Create a new one.',
  ])
  expect(errorsAt(failure, 'baseUrl')).toBeUndefined()
  expect(withoutErrorsAt(failure, ['token'])).not.toHaveProperty('hint')
  expect(withoutErrorsAt(failure, ['baseUrl'])).toBe(failure)
})
