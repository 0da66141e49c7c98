import { expect, it } from 'vitest'
import { draftErrors, newAccount } from './account-draft.ts'

it('sends what was typed, and leaves the rest to be generated', () => {
  expect(newAccount({ name: ' ', username: '' })).toEqual({})
  expect(newAccount({ name: ' Export ', username: 'export' })).toEqual({
    name: 'Export',
    username: 'export',
  })
})

it('refuses what no username is', () => {
  expect(draftErrors({ name: '', username: '' })).toEqual({})
  for (const username of ['no spaces', '-dash', 'ä', 'x'.repeat(256)]) {
    expect(Object.keys(draftErrors({ name: '', username }))).toEqual(['username'])
  }
})
