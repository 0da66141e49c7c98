import { isEmailAddress } from '../../../../shared/rules/email-address.ts'
import {
  type OnboardingColumn,
  attributeTitle,
  onboardingColumns,
} from '../../../../shared/rules/onboarding-columns.ts'
import { isUsername } from '../../../../shared/rules/username.ts'
import type { CsvRow } from './read-csv.ts'

/** Other names for columns in Latchkey's languages, in lower case and without accents, spaces and punctuation. */
const titles: Partial<Record<OnboardingColumn, readonly string[]>> = {
  username: [
    ...['user', 'login', 'handle', 'userid', 'benutzername', 'benutzer', 'kennung', 'utilisateur'],
    ...['nomdutilisateur', 'identifiant', 'nombredeusuario', 'usuario', 'ユーザー名'],
  ],
  name: [
    ...['fullname', 'displayname', 'vollstandigername', 'anzeigename', 'nom', 'nomcomplet'],
    ...['nombre', 'nombrecompleto', '名前', '氏名', '表示名'],
  ],
  email: [
    ...['emailaddress', 'mail', 'emailadresse', 'mailadresse', 'adresseemail', 'courriel'],
    ...['adressemail', 'correo', 'correoelectronico', 'メール', 'メールアドレス'],
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
    ...['organisation', 'company', 'firma', 'unternehmen', 'societe', 'entreprise'],
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

/** How many rows are sampled to guess a column's field. */
const sampleSize = 20

/** Whether the first row looks like column names. */
export function guessHeader([first]: readonly CsvRow[]): boolean {
  const cells = first?.cells ?? []
  return !cells.some(isEmailAddress) && cells.some((cell) => guessFieldByTitle(cell) !== undefined)
}

/** Each column's field, guessed by its name or, without names, by its content. Each field is used only once, except for custom attributes. */
export function guessFields(
  header: readonly string[] | undefined,
  rows: readonly CsvRow[],
  width: number,
): (OnboardingColumn | null)[] {
  const used = new Set<OnboardingColumn>()
  const sample = rows.slice(0, sampleSize)
  return Array.from({ length: width }, (_, column) => {
    const field = header
      ? guessFieldByTitle(header[column] ?? '')
      : guessFieldByCells(sample.map(({ cells }) => cells[column] ?? ''))
    if (!field || used.has(field)) return null
    if (field !== 'custom_attribute') used.add(field)
    return field
  })
}

function guessFieldByTitle(title: string): OnboardingColumn | undefined {
  if (title.startsWith(attributeTitle)) return 'custom_attribute'
  const word = toWord(title)
  return onboardingColumns.find((field) => toWord(field) === word || titles[field]?.includes(word))
}

function toWord(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\P{L}/gu, '')
}

function guessFieldByCells(cells: readonly string[]): OnboardingColumn | undefined {
  const isMajority = (check: (cell: string) => boolean) =>
    cells.filter(check).length > cells.length / 2
  if (isMajority(isEmailAddress)) return 'email'
  if (isMajority((cell) => /\S\s+\S/.test(cell))) return 'name'
  return isMajority((cell) => isUsername(cell) && /[a-z]/i.test(cell)) ? 'username' : undefined
}
