import { isEmailAddress } from '../../../../shared/email-address.ts'
import type { OnboardingField } from '../../../../shared/onboarding.ts'
import { isUsername } from '../../../../shared/username.ts'
import type { CsvRow } from './read-csv.ts'

/** How columns are called, in lower case and without spaces and signs. */
const titles: Readonly<Record<OnboardingField, readonly string[]>> = {
  username: ['username', 'user', 'login', 'handle', 'userid'],
  name: ['name', 'fullname', 'displayname'],
  email: ['email', 'emailaddress', 'mail'],
  admin: ['admin', 'administrator', 'isadmin'],
  external: ['external', 'isexternal', 'externaluser'],
  can_create_group: ['cancreategroup', 'cancreategroups'],
  projects_limit: ['projectslimit', 'projectlimit'],
  skip_confirmation: ['skipconfirmation', 'skipemailconfirmation', 'confirmed'],
  note: ['note', 'notes', 'adminnote', 'adminnotes', 'comment'],
  organization: ['organization', 'organisation', 'company'],
  location: ['location', 'city'],
  provider: ['provider', 'identityprovider'],
  extern_uid: ['externuid', 'externaluid', 'uid'],
}

/** Rows that are looked at to guess what a column holds. */
const sampleSize = 20

/** Whether the first row looks like the names of the columns. */
export function guessHeader([first]: readonly CsvRow[]): boolean {
  const cells = first?.cells ?? []
  return !cells.some(isEmailAddress) && cells.some((cell) => fieldOfTitle(cell) !== undefined)
}

/** The field of each column, by its name or, where there are none, by what is in it. Each field is guessed once. */
export function guessFields(
  header: readonly string[] | undefined,
  rows: readonly CsvRow[],
  width: number,
): (OnboardingField | null)[] {
  const used = new Set<OnboardingField>()
  const sample = rows.slice(0, sampleSize)
  return Array.from({ length: width }, (_, column) => {
    const field = header
      ? fieldOfTitle(header[column] ?? '')
      : fieldOfCells(sample.map(({ cells }) => cells[column] ?? ''))
    if (!field || used.has(field)) return null
    used.add(field)
    return field
  })
}

function fieldOfTitle(title: string): OnboardingField | undefined {
  const word = title.toLowerCase().replaceAll(/[^a-z]/g, '')
  const fields = Object.keys(titles) as OnboardingField[]
  return fields.find((field) => titles[field].includes(word))
}

function fieldOfCells(cells: readonly string[]): OnboardingField | undefined {
  const isMost = (check: (cell: string) => boolean) => cells.filter(check).length > cells.length / 2
  if (isMost(isEmailAddress)) return 'email'
  if (isMost((cell) => /\S\s+\S/.test(cell))) return 'name'
  return isMost((cell) => isUsername(cell) && /[a-z]/i.test(cell)) ? 'username' : undefined
}
