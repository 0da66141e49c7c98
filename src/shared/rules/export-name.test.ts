import { expect, it } from 'vitest'
import { accountExportName } from './export-name.ts'

const noon = new Date(2026, 2, 4, 12).getTime()

it.each([
  ['https://git.example.org/', 'users-git.example.org-ada-2026-03-04'],
  ['http://127.0.0.1:8080/git//', 'users-127.0.0.1-8080-git-ada-2026-03-04'],
  ['https://gít.example/../x', 'users-gít.example-..-x-ada-2026-03-04'],
  ['https://', 'users-ada-2026-03-04'],
])('contains the instance %s, the user, and the day', (baseUrl, name) => {
  expect(accountExportName('users', { baseUrl, user: { username: 'ada' } }, noon)).toBe(name)
})
