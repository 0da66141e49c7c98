import { isEmailAddress } from '../../../../shared/rules/email-address.ts'
import {
  type OnboardingColumn,
  attributeTitle,
  onboardingColumns,
} from '../../../../shared/rules/onboarding-columns.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { isUsername } from '../../../../shared/rules/username.ts'
import type { CsvRow } from '../../../platform/files/read-csv.ts'

/**
 * Other names for columns, in lower case and without accents, spaces and punctuation: those in Latchkey's languages and
 * those in exports of directories and personnel systems. If several columns match, the earliest name wins.
 */
const titles: Partial<Record<OnboardingColumn, readonly string[]>> = {
  username: [
    ...['loginname', 'logonname', 'userlogonname', 'samaccountname', 'mailnickname', 'login'],
    ...['handle', 'benutzername', 'benutzerkennung', 'anmeldename', 'nomdutilisateur'],
    ...[
      'nombredeusuario',
      'ユーザー名',
      'ユーザ名',
      'アカウント名',
      'userid',
      'loginid',
      'kennung',
    ],
    ...['identifiant', 'ユーザーid', 'ユーザid', 'ログインid', 'user', 'benutzer', 'utilisateur'],
    ...['usuario', 'uid'],
  ],
  name: [
    ...[
      'fullname',
      'displayname',
      'employeename',
      'vollstandigername',
      'anzeigename',
      'nomcomplet',
    ],
    ...['nombrecompleto', 'nom', 'nombre', '氏名', '姓名', '表示名', '名前', 'cn', 'commonname'],
  ],
  first_name: [
    ...['givenname', 'forename', 'fname', 'first', 'vorname', 'vornamen', 'prenom', 'prenoms'],
    ...['primernombre', 'nombres', 'nombredepila', '名'],
  ],
  last_name: [
    ...['surname', 'familyname', 'lname', 'last', 'sn', 'nachname', 'familienname', 'zuname'],
    ...['nomdefamille', 'apellido', 'apellidos', 'primerapellido', '姓', '苗字'],
  ],
  email: [
    ...['emailaddress', 'mail', 'workemail', 'workemailaddress', 'businessemail', 'companyemail'],
    ...['primaryemail', 'emailadresse', 'mailadresse', 'dienstlicheemail', 'geschaftlicheemail'],
    ...['adresseemail', 'adressemail', 'adresseelectronique', 'courriel', 'emailprofessionnel'],
    ...['correo', 'correoelectronico', 'correocorporativo', 'correodeltrabajo', 'メール'],
    ...['メールアドレス', '電子メール', 'eメール', 'userprincipalname', 'upn'],
  ],
  admin: ['administrator', 'isadmin', 'administrateur', 'administrador', '管理者'],
  external: ['isexternal', 'externaluser', 'extern', 'externe', 'externo', '外部'],
  can_create_group: ['cancreategroups'],
  projects_limit: ['projectlimit'],
  skip_confirmation: ['skipemailconfirmation', 'confirmed'],
  note: [
    ...['notes', 'adminnote', 'adminnotes', 'comment', 'notiz', 'bemerkung', 'kommentar'],
    ...['remarque', 'commentaire', 'nota', 'comentario', 'メモ', '備考'],
  ],
  organization: [
    ...['organisation', 'company', 'companyname', 'firma', 'unternehmen', 'societe', 'entreprise'],
    ...['organizacion', 'empresa', '組織', '会社'],
  ],
  location: ['city', 'ort', 'stadt', 'standort', 'ville', 'lieu', 'ciudad', '場所'],
  groups: ['group', 'gruppe', 'gruppen', 'groupe', 'groupes', 'grupo', 'grupos', 'グループ'],
  start_date: [
    ...['start', 'startson', 'firstday', 'startdatum', 'eintritt', 'eintrittsdatum'],
    ...['datededebut', 'datedentree', 'fechadeinicio', '開始日', '入社日'],
  ],
  provider: ['identityprovider'],
  extern_uid: ['externaluid', 'uid'],
}

/** Titles of full names that mean only a part if there is a column for the other one, as in “Name; Vorname”. */
const partTitles = { last_name: ['name', 'nom'], first_name: ['name', 'nombre', '名前'] } as const

/** How many rows are sampled to guess a column's field. */
const sampleSize = 20

/** How many rows are searched for column names, because exports begin with a title, a version or a comment. */
const headSize = 10

/** The column names and the rows below them. `header` is undefined if there are none. */
export interface Table {
  header: string[] | undefined
  rows: readonly CsvRow[]
}

/** Finds the column names, unless `hasHeader` says whether there are any. */
export function readTable(all: readonly CsvRow[], hasHeader?: boolean): Table {
  const index = hasHeader === false ? undefined : (findHeader(all) ?? (hasHeader ? 0 : undefined))
  if (index === undefined) return { header: undefined, rows: withoutTitles(all) }
  const header = all[index]!.cells
  const rows = all.slice(index + 1)
  const begin = rows.findIndex(({ cells }) => !isLabelRow(header, cells) && !isExample(cells))
  return { header, rows: begin === -1 ? [] : rows.slice(begin) }
}

/** The first row with two column names. The first row of all needs only one. */
function findHeader(all: readonly CsvRow[]): number | undefined {
  // A row with an address is about a user, and so are those below it.
  const firstUser = all.findIndex(({ cells }) => cells.some(isAddress))
  const head = all.slice(0, firstUser === -1 ? headSize : Math.min(firstUser, headSize))
  const counts = head.map(
    ({ cells }) => cells.filter((cell) => fieldsByTitle(cell).size > 0).length,
  )
  const index = counts.findIndex((count) => count > 1)
  if (index !== -1) return index
  return (counts[0] ?? 0) > 0 ? 0 : undefined
}

/** Whether a row repeats the column names in words, as in SAP SuccessFactors. */
function isLabelRow(header: readonly string[], cells: readonly string[]): boolean {
  if (cells.some(isAddress)) return false
  const repeated = cells.filter((cell, column) => {
    const fields = fieldsByTitle(header[column] ?? '')
    return [...fieldsByTitle(cell).keys()].some((field) => fields.has(field))
  })
  return repeated.length > 1
}

/** Whether a row is the example that Microsoft Entra requires below the column names. */
function isExample([first = '']: readonly string[]): boolean {
  return /^example: ?\S/i.test(first)
}

/** Leaves out lines above the rows that aren't split into cells, such as a title. */
function withoutTitles(all: readonly CsvRow[]): readonly CsvRow[] {
  const begin = all.findIndex(({ cells }) => cells.length > 1 || cells.some(isAddress))
  return begin === -1 ? all : all.slice(begin)
}

/** Each column's field, guessed by its name or, without names, by its content. Each field is used only once, except for custom attributes. */
export function guessFields(
  header: readonly string[] | undefined,
  rows: readonly CsvRow[],
  width: number,
): (OnboardingColumn | null)[] {
  const sample = rows.slice(0, sampleSize)
  const cellsOf = (column: number) =>
    sample.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '')
  const columns = Array.from({ length: width }, (_, column) => cellsOf(column))
  return header ? guessByTitles(header, columns) : guessByCells(columns)
}

function guessByTitles(
  header: readonly string[],
  columns: readonly (readonly string[])[],
): (OnboardingColumn | null)[] {
  const candidates = columns.map((_, column) => fieldsByTitle(header[column] ?? ''))
  const has = (field: OnboardingColumn) => candidates.some((fields) => fields.has(field))
  // An LDAP server's `uid` is the username, but next to a provider, it is the identity there.
  if (has('provider')) removeAlias('username')
  else removeAlias('extern_uid')
  for (const [part, other] of [
    ['last_name', 'first_name'],
    ['first_name', 'last_name'],
  ] as const) {
    const titled = candidates.findIndex((_, column) =>
      partTitles[part].some((title) => toWord(header[column] ?? '') === title),
    )
    if (has(other) && !has(part) && titled !== -1) candidates[titled] = new Map([[part, 0]])
  }
  const result = candidates.map((fields): OnboardingColumn | null =>
    fields.has('custom_attribute') ? 'custom_attribute' : null,
  )
  for (const field of onboardingColumns) {
    const ranks = candidates.map((fields, column) =>
      result[column] === null ? (fields.get(field) ?? Infinity) : Infinity,
    )
    const best = Math.min(...ranks)
    if (best < Infinity) result[ranks.indexOf(best)] = field
  }
  // Many systems sign in by address. GitLab's usernames can't be one.
  const username = result.indexOf('username')
  const isSignInAddress = username !== -1 && isMajority(columns[username]!, isAddress)
  if (isSignInAddress && !result.includes('email')) result[username] = 'email'
  return result

  function removeAlias(field: OnboardingColumn) {
    for (const [column, fields] of candidates.entries()) {
      if (toWord(header[column] ?? '') === 'uid') fields.delete(field)
    }
  }
}

function guessByCells(columns: readonly (readonly string[])[]): (OnboardingColumn | null)[] {
  const used = new Set<OnboardingColumn>()
  const result = columns.map((cells) => {
    const field = guessFieldByCells(cells)
    if (!field || used.has(field)) return null
    used.add(field)
    return field
  })
  const singleNames = columns.flatMap((cells, column) =>
    isMajority(cells, isSingleName) ? column : [],
  )
  const [first = 0, last] = singleNames
  if (!used.has('name') && singleNames.length === 2 && last === first + 1) {
    result[first] = 'first_name'
    result[last] = 'last_name'
  }
  return result
}

/** The fields that a title may stand for, by how well it fits: 0 is best. */
export function fieldsByTitle(title: string): Map<OnboardingColumn, number> {
  if (title.startsWith(attributeTitle)) return new Map([['custom_attribute', 0]])
  // guard: slow-title
  if (title.length > nameLimit) return new Map()
  const words = new Set(titleWords(title))
  const ranks = onboardingColumns.flatMap((field): [OnboardingColumn, number][] => {
    const names = [toWord(field), ...(titles[field] ?? [])]
    const rank = names.findIndex((name) => words.has(name))
    return rank === -1 ? [] : [[field, rank]]
  })
  return new Map(ranks)
}

/** The words a title may be known by: without a remark, as in “Email (required)”, or else the one in brackets. */
function titleWords(title: string): string[] {
  const [, bracketed = ''] = /[[(（【]([^\])）】]*)[\])）】]/.exec(title) ?? []
  const plain = title.replaceAll(/[[(（【][^\])）】]*[\])）】]/g, ' ')
  const required =
    /(required|optional|mandatory|pflichtfeld|pflicht|obligatoire|obligatorio|必須|任意)\W*$/i
  const words = [title, plain, plain.trim().replace(required, '')].map(toWord)
  return words.some(isTitle) ? words : [toWord(bracketed)]
}

function isTitle(word: string): boolean {
  return onboardingColumns.some(
    (field) => toWord(field) === word || (titles[field]?.includes(word) ?? false),
  )
}

export function toWord(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\P{L}/gu, '')
}

function guessFieldByCells(cells: readonly string[]): OnboardingColumn | undefined {
  if (isMajority(cells, isAddress)) return 'email'
  if (isMajority(cells, (cell) => /\S\s+\S/.test(cell))) return 'name'
  const isLikelyUsername = (cell: string) =>
    isUsername(cell) && /[a-z]/i.test(cell) && !isSingleName(cell)
  return isMajority(cells, isLikelyUsername) ? 'username' : undefined
}

function isMajority(cells: readonly string[], check: (cell: string) => boolean): boolean {
  return cells.filter(check).length > cells.length / 2
}

/** Whether a cell is an address, possibly as `Name <address>`. */
function isAddress(cell: string): boolean {
  return isEmailAddress(cell) || /<[^<>@\s]+@[^<>@\s]+>/.test(cell)
}

/** Whether a cell looks like a first or last name, such as “Jürgen” or “O’Brien”. */
function isSingleName(cell: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(cell)
}
