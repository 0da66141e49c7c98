import { expect, it } from 'vitest'
import { looksLikeToken } from './pasted-token.ts'

it.each([
  'glpat-Zx9yWv8uTs7rQp6oNm5l',
  'glpat-aBcDeFgHiJkLmNoPqRsTuVwXyZm86MQp1OjEK.01.101abcde',
  'gloas-0123456789abcdef',
  'Zx9yWv8uTs7rQp6oNm5l',
  'corp-Zx9yWv8uTs7rQp6oNm5l',
  'corp-aBcDeFgHiJkLmNoPqRsTuVwXyZm86MQp1OjEK.01.101abcde',
  'AKIAIOSFODNN7EXAMPLE',
])('accepts %s as a token', (text) => {
  expect(looksLikeToken(text)).toBe(true)
})

it.each([
  '',
  'gitlab.com',
  'gitlab.example.com/group/project',
  'https://gitlab.example.com/-/user_settings/personal_access_tokens',
  'https://glpat-Zx9yWv8uTs7rQp6oNm5l@gitlab.example.com',
  'a-very-long-name-of-a-host-2',
  'glpat.example.com',
  'localhost:3000',
])('rejects “%s” as a token', (text) => {
  expect(looksLikeToken(text)).toBe(false)
})
