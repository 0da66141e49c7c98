/** Somebody on a pasted list, who may have no account. */
export interface ListedPerson {
  first: string
  last: string
  email: string
  /** The number in a personnel system, which may be another user's ID. */
  staffNumber: number
  /** Their account; undefined if they have none. */
  user?: { id: number; username: string }
}

export interface TestUser {
  id: number
  username: string
  name: string
  email: string | null
}

/** Numbers that look random but are the same for each seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const firstNames = ['Tomasz', 'Maya', 'Kim', 'Jürgen', 'Ana', 'Łucja', 'Noor', 'Ben', 'Zoë', 'Ivan']
const lastNames = [
  'Nowak',
  'Lindqvist',
  'Lee',
  'Müller',
  'O’Brien',
  'da Silva',
  'Roth',
  'Meyer-Lee',
]

const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('Ł', 'L')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/**
 * An instance on which many things mean somebody else: the first and last names are usernames of others, staff numbers
 * are IDs of others, and some usernames are numbers.
 */
export function createTestUsers(): { users: TestUser[]; people: ListedPerson[] } {
  const users: TestUser[] = []
  const add = (username: string, name: string, email: string | null) => {
    const user = { id: users.length + 1, username, name, email }
    users.push(user)
    return user
  }
  for (const name of [...firstNames, ...lastNames]) {
    add(ascii(name), `Another ${name}`, `other.${ascii(name)}@example.com`)
  }
  for (const number of [3, 12, 4711]) add(String(number), `Number ${number}`, null)
  add('e0042', 'Staff number', 'staff@example.com')
  add('boss', 'The Boss', 'boss@example.com')
  const people: ListedPerson[] = []
  for (const [index, first] of firstNames.entries()) {
    for (const [other, last] of lastNames.entries()) {
      const email = `${ascii(first)}.${ascii(last)}@example.com`
      const hasAccount = (index + other) % 3 > 0
      const user = hasAccount
        ? add(`${ascii(first)}.${ascii(last)}`, `${first} ${last}`, email)
        : undefined
      people.push({
        first,
        last,
        email,
        staffNumber: 1 + ((index * 17 + other * 5) % 60),
        ...(user && { user }),
      })
    }
  }
  return { users, people }
}

type Format = (people: readonly ListedPerson[], random: () => number) => string

const full = ({ first, last }: ListedPerson) => `${first} ${last}`
const inverted = ({ first, last }: ListedPerson) => `${last}, ${first}`
const rowsOf = (
  delimiter: string,
  people: readonly ListedPerson[],
  cells: (person: ListedPerson) => (string | number)[],
) => people.map((person) => cells(person).join(delimiter)).join('\n')

/** Lists with an address for each person. Exactly those with an account are selected. */
export const addressLists: Record<string, Format> = {
  'To header': (people) => `To: ${people.map((one) => `${full(one)} <${one.email}>`).join(', ')}`,
  'Outlook list': (people) =>
    people.map((one) => `${inverted(one)} <${one.email}>`).join('; ') + ';',
  'quoted names': (people) =>
    people.map((one) => `"${inverted(one)}" <mailto:${one.email}>`).join(', '),
  'folded headers': (people) =>
    `From: The Boss <boss@example.com>\nSubject: 4 leavers: Tomasz, Maya\nTo: ${people
      .map((one) => `"${full(one)}" <${one.email}>`)
      .join(',\n\t')}`,
  'one per line': (people) => people.map(({ email }) => email).join('\n'),
  'name and address': (people) => people.map((one) => `${full(one)} ${one.email}`).join('\n'),
  'numbered list': (people) =>
    people.map((one, index) => `${index + 1}. ${full(one)} (${one.email})`).join('\n'),
  bullets: (people) => people.map((one) => `  - [ ] ${one.email} – ${full(one)}`).join('\n'),
  spreadsheet: (people) =>
    rowsOf('\t', people, (one) => [one.staffNumber, one.last, one.first, one.email]),
  'spreadsheet with titles': (people) =>
    `Nr\tName\tVorname\tE-Mail\n${rowsOf('\t', people, (one) => [one.staffNumber, one.last, one.first, one.email])}`,
  CSV: (people) =>
    `ID,First name,Last name,Email,Manager email\n${rowsOf(',', people, (one) => [one.staffNumber, one.first, one.last, one.email, 'boss@example.com'])}`,
  'quoted CSV': (people) =>
    `"Employee #";"Name";"Work Email"\n${rowsOf(';', people, (one) => [`"${one.staffNumber}"`, `"${inverted(one)}"`, `"${one.email.toUpperCase()}"`])}`,
  'Markdown table': (people) =>
    `| # | Who | Mail |\n|---|:--|---|\n${people.map((one, index) => `| ${index + 1} | ${full(one)} | <${one.email}> |`).join('\n')}`,
  'ragged CSV': (people, random) =>
    people
      .map((one) =>
        [one.staffNumber, inverted(one), ...(random() < 0.5 ? ['Dr.'] : []), one.email].join(', '),
      )
      .join('\n'),
}

/** Lists that don't say who is meant. Nobody is selected without a decision. */
export const vagueLists: Record<string, Format> = {
  names: (people) => people.map(full).join('\n'),
  'inverted names': (people) => people.map(inverted).join('\n'),
  'names in a line': (people) => people.map(full).join('; '),
  'first names': (people) => people.map(({ first }) => first).join('\n'),
  'last names': (people) => people.map(({ last }) => last).join(', '),
  mentions: (people) => people.map((one) => `@${full(one)}`).join('\n'),
  'numbered names': (people) => people.map((one, index) => `${index + 1}) ${full(one)}`).join('\n'),
  'staff numbers': (people) => people.map(({ staffNumber }) => staffNumber).join('\n'),
  'padded staff numbers': (people) =>
    people.map(({ staffNumber }) => `E${String(staffNumber).padStart(4, '0')}`).join(' '),
  'names and numbers': (people) =>
    rowsOf('\t', people, (one) => [one.staffNumber, one.last, one.first]),
  'numbers and lowercase names': (people) =>
    people.map((one) => `${one.staffNumber} ${one.last.toLowerCase()}`).join('\n'),
  'titled names': (people) =>
    `ID;Nachname;Vorname\n${rowsOf(';', people, (one) => [one.staffNumber, one.last, one.first])}`,
  'table of names': (people) =>
    `| ID | User |\n|---|---|\n${people.map((one) => `| ${one.staffNumber} | ${one.first} |`).join('\n')}`,
  'numbered with #': (people) =>
    people.map((one, index) => `#${index + 1} ${full(one)}`).join('\n'),
}

/** Lists of usernames. Those with an account are selected. */
export const usernameLists: Record<string, Format> = {
  usernames: (people) => people.map(usernameOf).join('\n'),
  'usernames in a line': (people) => people.map(usernameOf).join(', '),
  'usernames with blanks': (people) => people.map(usernameOf).join(' '),
  'mentioned usernames': (people) => people.map((one) => `@${usernameOf(one)}`).join(' '),
  'titled usernames': (people) =>
    `Username,Name\n${rowsOf(',', people, (one) => [usernameOf(one), full(one)])}`,
}

function usernameOf({ first, last, user }: ListedPerson): string {
  return user?.username ?? `${ascii(first)}.${ascii(last)}`
}
