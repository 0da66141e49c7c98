import { describe, expect, it } from 'vitest'
import type { UserKeyKind } from '../../../shared/operations/onboarding.ts'
import { type ListDirectory, matchList } from './match-list.ts'
import {
  type TestUser,
  addressLists,
  createTestUsers,
  seededRandom,
  usernameLists,
  vagueLists,
} from './testing/pasted-lists.ts'

const users: TestUser[] = [
  { id: 1, username: 'kim', name: 'Kim Lee', email: 'kim@example.com' },
  { id: 2, username: 'Maya.L', name: 'Maya Lindqvist', email: null },
  { id: 7, username: 'seven', name: 'Ana Lee', email: 'seven@example.com' },
  { id: 8, username: '7', name: 'Ben', email: 'eight@example.com' },
  { id: 9, username: 'tomasz', name: 'Tomasz Admin', email: 'admin@example.com' },
  { id: 10, username: 'tnowak', name: 'Tomasz Nowak', email: 'tn@example.com' },
  { id: 11, username: 'ana2', name: 'Ana Lee', email: 'ana2@example.com' },
]

/** Returns all users, so that only `matchList` decides who is meant. */
const directoryOf = (all: readonly TestUser[]): ListDirectory => ({
  find: () => [...all],
  wordsInOtherNames: (words) =>
    words.filter((word) =>
      all.some(
        ({ username, name }) => username !== word && name.toLowerCase().split(' ').includes(word),
      ),
    ),
})
type Kinds = (UserKeyKind | 'unused' | null)[]
const matchColumns = (text: string, kinds: Kinds = []) => matchList(text, kinds, directoryOf(users))
async function match(text: string, kinds: Kinds = []) {
  const { columns: _, ...result } = await matchColumns(text, kinds)
  return Object.fromEntries(Object.entries(result).filter(([, some]) => some.length > 0))
}

describe('plain list', () => {
  it('finds usernames, emails, and IDs, and returns each user once', async () => {
    const text = '@kim, maya.l;KIM@example.com\n#1\t#7 <seven@example.com>'
    expect(await match(text.replace('\t', '\n'))).toEqual({ ids: [1, 7], undecided: ['maya.l'] })
    expect(await match('@kim, maya.l\n#1 @7, seven@example.com')).toEqual({ ids: [1, 2, 7, 8] })
  })

  it('reports unknown entries', async () => {
    expect(await match('@nobody #99 who@example.com')).toEqual({
      missing: ['who@example.com', '@nobody', '#99'],
    })
  })

  it('finds no users in an empty list', async () => {
    expect(await match(' ,;\n')).toEqual({})
  })

  it('takes only the address of an entry with a name', async () => {
    const text =
      'Tomasz Nowak <tomasz.nowak@example.com>; "Lindqvist, kim" <mailto:seven@example.com?subject=x>;'
    expect(await match(text)).toEqual({ ids: [7], missing: ['tomasz.nowak@example.com'] })
    expect(await match('"kim@example.com" <seven@example.com>')).toEqual({ ids: [7] })
  })

  it('splits at a comma after an address, even between semicolons', async () => {
    const text = '"Nowak, T" <seven@example.com>; Kim <KIM@example.com>, who@example.com; ana@x.org'
    const { missing } = await match(text)
    expect(missing).toEqual(['who@example.com', 'ana@x.org'])
  })

  it('counts only names of one user as found', async () => {
    const { columns } = await matchColumns('Ana Lee\nKim Lee')
    expect(columns[0]!.choices).toMatchObject([
      {
        kind: 'name',
        examples: expect.arrayContaining([{ entry: 'Ana Lee', user: null, users: 2 }]),
      },
    ])
    const { matches, examples } = columns[0]!.choices[0]!
    expect(matches).toBe(examples.filter(({ user }) => user !== null).length)
  })

  it('takes words for usernames if all are, and nobody else is called so', async () => {
    expect(await match('kim seven')).toEqual({ ids: [1, 7] })
    expect(await match('kim, nobody')).toEqual({ undecided: ['kim', 'nobody'] })
    // Two users are called Tomasz.
    expect(await match('tomasz')).toEqual({ undecided: ['tomasz'] })
    expect(await match('Kim')).toEqual({ undecided: ['Kim'] })
    expect(await match('@Kim @tomasz')).toEqual({ ids: [9], undecided: ['@Kim'] })
  })

  it('leaves out a number, until it is said to be an ID or a username', async () => {
    expect(await match('7\n9')).toEqual({ undecided: ['7', '9'] })
    const { columns } = await matchColumns('7\n9')
    expect(columns).toMatchObject([
      {
        kind: null,
        choices: [
          {
            kind: 'username',
            matches: 1,
            examples: [{ entry: '7', user: { id: 8 } }, { user: null }],
          },
          { kind: 'id', matches: 2, examples: [{ entry: '7', user: { id: 7 } }, { entry: '9' }] },
        ],
      },
    ])
    const kinds = (kind: UserKeyKind) => [...Array<null>(columns[0]!.column).fill(null), kind]
    expect(await match('7\n9', kinds('id'))).toEqual({ ids: [7, 9] })
    expect(await match('7\n9', kinds('username'))).toEqual({ ids: [8], missing: ['9'] })
  })

  it('finds names in either order once they are said to be names', async () => {
    const text = 'Nowak, Tomasz\nLee, Kim\nLee, Ana\nRoth, Kim'
    expect(await match(text)).toEqual({ undecided: text.split('\n') })
    const { columns } = await matchColumns(text)
    expect(columns.map(({ choices }) => choices.map(({ kind }) => kind))).toEqual([['name']])
    const kinds: Kinds = [...Array<null>(columns[0]!.column).fill(null), 'name']
    expect(await match(text, kinds)).toEqual({
      ids: [10, 1],
      ambiguous: ['Lee, Ana'],
      missing: ['Roth, Kim'],
    })
  })

  it('never splits a capitalized name into usernames, even if that is chosen', async () => {
    const all = (kind: UserKeyKind) => Array<UserKeyKind>(6).fill(kind)
    expect(await match('Tomasz Kim', all('username'))).toEqual({ undecided: ['Tomasz Kim'] })
    expect(await match('Tomasz', all('username'))).toEqual({ ids: [9] })
  })

  it('leaves out the sender of a mail', async () => {
    expect(await match('From: Kim <kim@example.com>\nTo: Ana <seven@example.com>')).toEqual({
      ids: [7],
      undecided: ['kim@example.com'],
    })
  })
})

describe('table', () => {
  it('takes only the address of a row', async () => {
    const text = '7\tLee\tkim@example.com\n1\ttomasz\tseven@example.com'
    expect(await match(text)).toEqual({ ids: [1, 7] })
  })

  it('asks which address is meant', async () => {
    const text = 'kim@example.com\tseven@example.com\nadmin@example.com\tseven@example.com'
    expect(await match(text)).toEqual({
      undecided: text.split('\n').map((line) => line.replace('\t', ', ')),
    })
    expect(await match(text, ['email'])).toEqual({ ids: [1, 9] })
  })

  it('reports a row whose columns are about two users', async () => {
    const text =
      'Username,Email\nkim,seven@example.com\nmaya.l,who@example.com\n7seven,tn@example.com'
    expect(await match(text)).toEqual({
      ids: [10],
      missing: ['who@example.com'],
      ambiguous: ['seven@example.com'],
    })
  })

  it('lets a column be left out', async () => {
    const text = 'Username,Note\nkim,x y\nmaya.l,y z'
    expect(await match(text)).toEqual({ ids: [1, 2] })
    expect(await match(text, ['unused'])).toEqual({ undecided: ['kim, x y', 'maya.l, y z'] })
  })

  it('joins first and last names', async () => {
    const text = 'ID;Nachname;Vorname\n7;Nowak;Tomasz\n1;Roth;Kim'
    const { columns, ids } = await matchColumns(text)
    expect(ids).toEqual([])
    const joined = columns.find(({ title }) => title === 'Nachname Vorname')!
    const kinds: Kinds = [...Array<null>(joined.column).fill(null), 'name']
    expect(await match(text, kinds)).toEqual({ ids: [10], missing: ['Roth Kim'] })
  })
})

describe('500 pasted lists', () => {
  const { users: all, people } = createTestUsers()
  const directory = directoryOf(all)
  const formats = Object.entries({ ...addressLists, ...vagueLists, ...usernameLists })

  it('select nobody who isn’t on them, and all whose address or username is', async () => {
    const wrong: unknown[] = []
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = seededRandom(seed)
      const [name, format] = formats[seed % formats.length]!
      const count = 1 + Math.floor(random() * 12)
      const listed = [...people].sort(() => random() - 0.5).slice(0, count)
      const text = format(listed, random)
      const expected = listed.flatMap(({ user }) => user?.id ?? [])
      const { ids, missing } = await matchList(text, [], directory)
      const isVague = name in vagueLists
      const isRight = isVague
        ? ids.length === 0
        : String(ids.toSorted()) === String(expected.toSorted())
      const areWhole = !(name in addressLists) || missing.every((entry) => entry.includes('@'))
      if (!isRight || !areWhole) wrong.push({ seed, name, text, ids, expected, missing })
    }
    expect(wrong).toEqual([])
  })
})
