import { expect, it } from 'vitest'
import { fieldLabel } from './field-messages.ts'

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
