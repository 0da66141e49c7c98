import { describe, expect, it } from 'vitest'
import type { OnboardingSource } from '../../../../shared/operations/onboarding.ts'
import { type KnownUsers, checkSource, toCheckedRow } from './check.ts'

const noKnownUsers: KnownUsers = {
  inDirectory: () => [],
  inRuns: () => ({ usernames: new Set(), emails: new Set() }),
}

/** Noon in local time. */
const now = new Date(2026, 4, 15, 12).getTime()

function check(text: string, options: Partial<OnboardingSource> = {}, knownUsers = noKnownUsers) {
  const rules = { edits: [], removed: [], domains: [], skipConfirmation: false }
  const defaults = { groups: '', startDate: '', customAttributes: '' }
  return checkSource({ text, ...rules, ...defaults, ...options }, knownUsers, now)
}
const fieldsOf = async (text: string) => (await check(text)).columns.map(({ field }) => field)
async function problemsOf(...args: Parameters<typeof check>) {
  const { users } = await check(...args)
  return users.flatMap((user) => toCheckedRow(user).problems.map(({ text }) => text))
}
/** The problems in a single row with a header. */
const rowProblems = (row: Record<string, string>, ...rest: [Partial<OnboardingSource>?]) => {
  const cells = { username: 'kim', name: 'Kim', email: 'kim@example.com', ...row }
  const text = `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}`
  return problemsOf(text, ...rest)
}

describe('columns', () => {
  it.each([
    ['User name,Full Name,E-Mail\nkim,Kim K,kim@example.com', ['username', 'name', 'email']],
    [
      'email;login;Admin?;Can create groups\n;;;',
      ['email', 'username', 'admin', 'can_create_group'],
    ],
    ['Password,Username,User\nx,kim,kim', [null, 'username', null]],
    ['kim,Kim K,kim@example.com\nmaya,Maya L,maya@example.com', ['username', 'name', 'email']],
    ['1,maya@example.com\n2,kim@example.com', [null, 'email']],
    ['sep=;\nE-Mail-Adresse;Vollständiger Name;Benutzername\n;;', ['email', 'name', 'username']],
    ['Nom complet\tNom d’utilisateur\tCourriel\n\t\t', ['name', 'username', 'email']],
    ['Correo electrónico,Usuario,Nombre\n,,', ['email', 'username', 'name']],
    ['名前,ユーザー名,メールアドレス\n,,', ['name', 'username', 'email']],
  ])('are detected automatically', async (text, fields) => {
    expect(await fieldsOf(text)).toEqual(fields)
  })

  it('can be assigned, with the first row treated as a user', async () => {
    const text = 'name,username,mail@example.com'
    expect((await check(text)).hasHeader).toBe(false)
    const fields = ['username', 'name', 'email'] as const
    const { users } = await check(text, { hasHeader: false, fields: [...fields] })
    expect(users[0]!.user).toMatchObject({ username: 'name', name: 'username' })
    expect(users[0]!.problems).toEqual([])
  })
})

describe('name', () => {
  it('can be put together from two columns that are assigned', async () => {
    const text =
      'x,y,z,q\nJürgen,Müller,jm,jm@example.com\nKim,,kim,kim@example.com\n,,x,x@example.com'
    const fields = ['first_name', 'last_name', 'username', 'email'] as const
    const { users, columns } = await check(text, { hasHeader: true, fields: [...fields] })
    expect(columns.map(({ field }) => field)).toEqual(fields)
    expect(users.map(({ user }) => user.name)).toEqual(['Jürgen Müller', 'Kim', ''])
    expect(users[2]!.problems).toHaveLength(1)
  })

  it('prefers a full name, and uses the parts in rows without one', async () => {
    const text =
      'Display name,Given name,Surname,Login,Mail\nDr. Ana Lee,Ana,Lee,ana,ana@example.com\n,Kim,Roth,kim,kim@example.com'
    expect((await check(text)).users.map(({ user }) => user.name)).toEqual([
      'Dr. Ana Lee',
      'Kim Roth',
    ])
  })

  it('can be edited', async () => {
    const text = 'First name,Last name,Login,Mail\nAna,Lee,ana,ana@example.com'
    const edits = [{ line: 2, field: 'name' as const, value: 'Ana María Lee' }]
    expect((await check(text, { edits })).users[0]!.user.name).toBe('Ana María Lee')
  })
})

describe('row', () => {
  it('creates a user who gets a password link, never a password', async () => {
    const text =
      'username,name,email,admin,external,projects limit,can create group,note,password,confirmed\n' +
      'kim,Kim,kim@example.com,No,YES,5,true,Hello,secret-word,1\n' +
      'maya,Maya,maya@example.com,x,,0,,,,'
    const [kim, maya] = await (await check(text)).users
    expect(kim!.user).toEqual({
      username: 'kim',
      name: 'Kim',
      email: 'kim@example.com',
      reset_password: true,
      skip_confirmation: true,
      admin: false,
      external: true,
      note: 'Hello',
    })
    expect(maya!.user).toEqual({
      username: 'maya',
      name: 'Maya',
      email: 'maya@example.com',
      reset_password: true,
      admin: true,
      projects_limit: 0,
    })
  })

  it('uses the default for all rows unless it has its own value', async () => {
    const text = 'username,name,email,confirmed\na,A,a@x.org,\nb,B,b@x.org,no'
    const { users } = await check(text, { skipConfirmation: true })
    expect(users.map(({ user }) => user.skip_confirmation)).toEqual([true, false])
  })

  it('accepts localized spreadsheet values for yes and no', async () => {
    const text = 'username,name,email,admin,external\na,A,a@x.org,WAHR,Nein\nb,B,b@x.org,sí,faux'
    const { users } = await check(text)
    expect(users.map(({ user }) => [user.admin, user.external])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it.each([
    [{ username: '' }, 'Username is missing'],
    [{ name: '' }, 'Name is missing'],
    [{ email: '' }, 'Email is missing'],
    [{ username: '-kim' }, /^Username can have only letters/],
    [{ username: 'kim.git' }, /^Username can have only letters/],
    [{ username: 'kim k' }, /^Username can have only letters/],
    [{ username: 'ivan.mov' }, 'Username can’t end with “.mov”, a file extension'],
    [{ username: 'Admin' }, 'Username is reserved by GitLab'],
    [{ username: 'k'.repeat(256) }, 'Username has more than 255 characters'],
    [{ email: 'nowhere' }, 'Email isn’t a valid address'],
    [{ admin: 'maybe' }, 'Administrator has to be yes or no'],
    [{ projects_limit: '-1' }, 'Projects limit isn’t a whole number'],
    [{ provider: 'saml' }, /is missing$/],
    [{ extern_uid: '1' }, /is missing$/],
    [{ note: 'a,b' }, 'Has 5 cells instead of 4'],
  ])('reports the problems of %j', async (row, problem) => {
    const problems = await rowProblems(row)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })

  it('is accepted with missing or extra empty trailing cells', async () => {
    const text = 'username,name,email,note,location\na,A,a@x.org\nb,B,b@x.org,,,,\nc,C'
    const { users } = await check(text)
    const problems = users.map((user) => toCheckedRow(user).problems.map((one) => one.text))
    expect(problems).toEqual([[], [], ['Email is missing']])
  })

  it('strips invisible characters and `<…>`, and lists the original values', async () => {
    const text = 'username,name,email\nkim\u200B,Kim\u00AD,<kim@example.com>\nmaya,Maya,maya@x.org'
    const [kim, maya] = (await check(text)).users.map(toCheckedRow)
    expect(kim).toMatchObject({ username: 'kim', name: 'Kim', email: 'kim@example.com' })
    expect(kim!.problems).toEqual([])
    expect(kim!.cleaned).toEqual([
      { field: 'username', from: 'kim\u200B', to: 'kim' },
      { field: 'name', from: 'Kim\u00AD', to: 'Kim' },
      { field: 'email', from: '<kim@example.com>', to: 'kim@example.com' },
    ])
    expect(maya!.cleaned).toEqual([])
  })

  it('is validated with its edited cells', async () => {
    const text = 'username,name,email\n-kim,Kim,kim@example.com\nmaya,Maya,nowhere'
    const edits = [{ line: 2, field: 'username' as const, value: ' kim ' }]
    const [kim, maya] = (await check(text, { edits })).users.map(toCheckedRow)
    expect(kim).toMatchObject({ username: 'kim', problems: [] })
    expect(maya!.problems).toEqual([
      { field: 'email', text: 'Email isn’t a valid address', value: 'nowhere' },
    ])
  })

  it('is ignored once removed, including as a duplicate of another row', async () => {
    const text = 'username,name,email\nkim,Kim,kim@x.org\nkim,Maya,maya@x.org'
    const { users } = await check(text, { removed: [2] })
    expect(users.map(toCheckedRow)).toMatchObject([{ line: 3, username: 'kim', problems: [] }])
  })

  it('requires an email from an allowed domain, if any are configured', async () => {
    const domains = ['Example.com', 'example.org']
    expect(await rowProblems({}, { domains })).toEqual([])
    const domainProblem = ['Email isn’t at an allowed domain']
    expect(await rowProblems({ email: 'kim@mail.example.com' }, { domains })).toEqual(domainProblem)
  })
})

describe('duplicates', () => {
  it('are detected within the file, ignoring case', async () => {
    const text = 'username,name,email\nkim,A,a@x.org\nKIM,B,b@x.org\nmaya,C,A@X.org'
    expect(await problemsOf(text)).toEqual([
      'Username is also in line 2',
      'Email is also in line 2',
    ])
  })

  it('are detected in the directory and in unfinished runs', async () => {
    const text = 'username,name,email\nkim,A,a@x.org\nb,B,KIM@x.org\nmaya,C,c@x.org\nd,D,d@x.org'
    const knownUsers: KnownUsers = {
      // The directory also returns similar names.
      inDirectory: () => [
        { username: 'Kim', email: 'kim@x.org' },
        { username: 'maÿa', email: 'ç@x.org' },
        { username: 'nomail', email: null },
      ],
      inRuns: () => ({ usernames: new Set(['maya']), emails: new Set(['d@x.org']) }),
    }
    expect(await problemsOf(text, {}, knownUsers)).toEqual([
      'Username is taken by @Kim',
      'Email is taken by @Kim',
      'Username is in a run that hasn’t finished',
      'Email is in a run that hasn’t finished',
    ])
  })
})

describe('further columns', () => {
  const first = 'username,name,email'
  const row = 'kim,Kim,kim@example.com'
  const furtherOf = async (...args: Parameters<typeof check>) =>
    (await check(...args)).users.map(({ further }) => further)

  it('hold groups with roles, custom attributes, and a start date', async () => {
    const text = `${first},Groups,Start date,custom_attribute:department,cost.center
${row},platform/backend:Developer; 42,2026-06-01,Sales,4711`
    const { columns } = await check(text)
    const fields = columns.map(({ field }) => field)
    expect(fields.slice(3)).toEqual(['groups', 'start_date', 'custom_attribute', null])
    const [further] = await furtherOf(text, { fields: [...fields.slice(0, 6), 'custom_attribute'] })
    expect(further).toEqual({
      groups: [
        { group: 'platform/backend', level: 30 },
        { group: '42', level: 10 },
      ],
      attributes: [
        { key: 'department', value: 'Sales' },
        { key: 'cost.center', value: '4711' },
      ],
      due: {
        at: new Date(2026, 5, 1, 8).getTime(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    })
  })

  it('are detected below a title, next to first and last names', async () => {
    const text = `New starters

First name (required),Last name,Work Email,Group,Start,custom_attribute:department,custom_attribute:site
Ana,Lee,ana.lee@example.com,docs,2026-06-01,Sales,Oslo`
    const { columns, users } = await check(text)
    expect(columns.map(({ field }) => field)).toEqual([
      ...['first_name', 'last_name', 'email', 'groups', 'start_date'],
      ...['custom_attribute', 'custom_attribute'],
    ])
    expect(users).toMatchObject([
      {
        user: { username: 'ana.lee', name: 'Ana Lee', email: 'ana.lee@example.com' },
        further: {
          groups: [{ group: 'docs', level: 10 }],
          attributes: [
            { key: 'department', value: 'Sales' },
            { key: 'site', value: 'Oslo' },
          ],
          due: { at: new Date(2026, 5, 1, 8).getTime() },
        },
        problems: [],
      },
    ])
  })

  it('replace what the form says for all rows', async () => {
    const defaults = {
      groups: 'docs:reporter',
      startDate: '2026-05-15 13:30',
      customAttributes: 'department=Sales; site = Bergen',
    }
    const text = `${first},groups,start_date,custom_attribute:site
${row},,,
maya,Maya,maya@example.com,design,2026-05-15,Oslo`
    const [kim, maya] = await furtherOf(text, defaults)
    expect(kim).toMatchObject({
      groups: [{ group: 'docs', level: 20 }],
      attributes: [
        { key: 'department', value: 'Sales' },
        { key: 'site', value: 'Bergen' },
      ],
      due: { at: new Date(2026, 4, 15, 13, 30).getTime() },
    })
    expect(maya).toEqual({
      groups: [{ group: 'design', level: 10 }],
      attributes: [
        { key: 'site', value: 'Oslo' },
        { key: 'department', value: 'Sales' },
      ],
    })
  })

  it.each([
    [{ groups: 'docs:boss' }, /“boss” isn’t a role/],
    [{ groups: 'docs:guest:owner' }, /“docs:guest:owner” isn’t a role/],
    [{ groups: '../docs' }, /“..\/docs” isn’t the path/],
    [{ start_date: '2026-05-14' }, /^The start date has passed$/],
    [{ start_date: '2026-02-30' }, /^Start date has to look like/],
    [{ start_date: '1.6.2026' }, /^Start date has to look like/],
    [{ 'custom_attribute:site': 'x'.repeat(256) }, /^site has more than 255 characters$/],
  ])('report problems with %o', async (cells, problem) => {
    expect(await rowProblems(cells)).toEqual([expect.stringMatching(problem)])
  })

  it.each([
    [{ groups: 'docs:boss' }, 'groups'],
    [{ startDate: 'soon' }, 'startDate'],
    [{ customAttributes: 'department' }, 'customAttributes'],
  ])('reject %o in the form', async (defaults, field) => {
    await expect(check(`${first}\n${row}`, defaults)).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: [expect.anything()] } },
    })
  })

  it('reject a custom attribute without a name', async () => {
    const fields = ['username', 'name', 'email', 'custom_attribute'] as const
    const attempt = check(`${row},Sales`, { hasHeader: false, fields: [...fields] })
    await expect(attempt).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  })
})
