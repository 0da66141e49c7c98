import { expect, it } from 'vitest'
import { matchList } from './match-list.ts'

const users = [
  { id: 1, username: 'kim', email: 'kim@example.com' },
  { id: 2, username: 'Maya.L', email: null },
  { id: 7, username: 'seven', email: 'seven@example.com' },
  { id: 8, username: '7', email: 'eight@example.com' },
]
const match = (text: string) => matchList(text, () => users)

it('finds usernames, emails, and IDs, and returns each user once', async () => {
  const text = '@kim, maya.l;KIM@example.com\n#1\t8 <seven@example.com>'
  expect(await match(text)).toEqual({ ids: [1, 2, 8, 7], missing: [], ambiguous: [] })
})

it('reports unknown entries and entries that match two users', async () => {
  expect(await match('nobody 7 #7 @7 9 who@example.com')).toEqual({
    ids: [7, 8],
    missing: ['nobody', '9', 'who@example.com'],
    ambiguous: ['7'],
  })
})

it('finds no users in an empty list', async () => {
  expect(await match(' ,;\n')).toEqual({ ids: [], missing: [], ambiguous: [] })
})
