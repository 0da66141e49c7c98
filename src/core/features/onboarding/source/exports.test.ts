import { expect, it } from 'vitest'
import type { OnboardingColumn } from '../../../../shared/rules/onboarding-columns.ts'
import { type KnownUsers, checkSource, toCheckedRow } from './check.ts'

// Small invented files with the column names that directories and personnel systems really export.

const noKnownUsers: KnownUsers = {
  inDirectory: () => [],
  inRuns: () => ({ usernames: new Set(), emails: new Set() }),
}
function check(text: string) {
  const rules = { edits: [], removed: [], domains: [], skipConfirmation: false }
  const defaults = { groups: '', startDate: '', customAttributes: '' }
  return checkSource({ text, ...rules, ...defaults }, noKnownUsers, 0)
}

/** The rows without problems as `username name email`. */
async function usersOf(text: string): Promise<string[]> {
  const { users } = await check(text)
  return users.map((user) => {
    const { username, name, email, problems } = toCheckedRow(user)
    return [username, name, email, ...problems.map((problem) => problem.text)].join(' | ')
  })
}
const jm = 'jmueller | Jürgen Müller | jm@example.com'
const al = 'alee | Ana Lee | al@example.com'
/** For files without usernames. */
const jmByEmail = 'jm | Jürgen Müller | jm@example.com'

it.each<[system: string, source: string, text: string, users: string[]]>([
  [
    'Google Workspace',
    'https://support.google.com/a/answer/40057, “Download blank CSV template”',
    'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],' +
      'Password Hash Function [UPLOAD ONLY],Org Unit Path [Required],New Primary Email [UPLOAD ONLY],' +
      'Recovery Email,Home Secondary Email,Work Secondary Email,Recovery Phone [MUST BE IN THE E.164 FORMAT],' +
      'Employee ID,Manager Email,Department\n' +
      'Jürgen,Müller,jm@example.com,****,,/Sales,,jm@home.example,jm@old.example,,,4,boss@example.com,Sales',
    [jmByEmail],
  ],
  [
    'Microsoft Entra, bulk create',
    'https://learn.microsoft.com/entra/identity/users/users-bulk-add: a version, “Item name [PropertyName] Required”, an example',
    'version:v1.0,,,,,\n' +
      'Name [displayName] Required,User name [userPrincipalName] Required,' +
      'Initial password [passwordProfile] Required,Block sign in (Yes/No) [accountEnabled] Required,' +
      'First name [givenName],Last name [surname]\n' +
      'Example: Chris Green,chris@contoso.example,myPassword1234,No,Chris,Green\n' +
      'Jürgen Müller,jm@example.com,secret,No,Jürgen,Müller',
    [jmByEmail],
  ],
  [
    'Microsoft Entra, download users',
    'https://learn.microsoft.com/entra/identity/users/users-bulk-download',
    'userPrincipalName,displayName,surname,mail,givenName,id,userType,companyName,city\n' +
      'jmueller@corp.example,,Müller,jm@example.com,Jürgen,0a1b-2c,Member,Example AG,Berlin',
    [jmByEmail],
  ],
  [
    'Okta',
    'https://support.okta.com/help/s/question/0D51Y00008ciESjSAM/import-csv-attributes-format',
    'login,firstName,lastName,middleName,honorificPrefix,email,title,displayName,nickName,secondEmail,' +
      'city,organization,manager\n' +
      'jmueller@example.com,Jürgen,Müller,,,jm@example.com,Engineer,,Jü,jm@home.example,Berlin,Maps,Ana Lee',
    [jm],
  ],
  [
    'BambooHR',
    'https://help.okta.com/wf/en-us/content/topics/workflows/connector-reference/bamboohr/actions/listemployees.htm, field labels',
    'New Hires\n' +
      '"Employee #","Last Name","First Name","Preferred Name","Work Email","Home Email","Job Title","Location","Hire Date"\n' +
      '"4","Müller","Jürgen","Jü","jm@example.com","jm@home.example","Engineer","Berlin","2026-12-01"',
    [jmByEmail],
  ],
  [
    'Personio, English',
    'https://support.personio.de/hc/en-us/articles/211776305, import template',
    'First name*,Last name*,Email*,Gender,Position,Office,Supervisor,Hire date\n' +
      'Jürgen,Müller,jm@example.com,male,Engineer,Berlin,ana.lee@example.com,2026-12-01',
    [jmByEmail],
  ],
  [
    'Personio, German',
    'https://support.personio.de/hc/de/articles/211776305, Importvorlage',
    'Vorname*;Nachname*;E-Mail*;Geschlecht;Position;Vorgesetzter\n' +
      'Jürgen;Müller;jm@example.com;männlich;Entwickler;ana.lee@example.com',
    [jmByEmail],
  ],
  [
    'SAP SuccessFactors',
    'https://apps.support.sap.com/sap/support/knowledge/public/en/2087504: system keys, then labels',
    'STATUS,USERID,USERNAME,FIRSTNAME,LASTNAME,MI,GENDER,EMAIL,MANAGER,HR,DEPARTMENT,TIMEZONE\n' +
      'Status,User ID,Username,First Name,Last Name,Middle Name,Gender,Email,Manager,Human Resource,Department,Timezone\n' +
      'active,100234,jmueller,Jürgen,Müller,,M,jm@example.com,NO_MANAGER,NO_HR,Maps,Europe/Berlin',
    [jm],
  ],
  [
    'SAP GUI in German',
    'SAP GUI’s German labels; from memory, not from a document',
    'Benutzerliste\t\t\t\nBenutzer\tVorname\tNachname\tE-Mail-Adresse\njmueller\tJürgen\tMüller\tjm@example.com',
    [jm],
  ],
  [
    'Active Directory, PowerShell',
    'https://learn.microsoft.com/powershell/module/activedirectory/get-aduser with Export-Csv, which writes the type first',
    '#TYPE Microsoft.ActiveDirectory.Management.ADUser\n' +
      '"DistinguishedName","Enabled","GivenName","Mail","Name","ObjectClass","SamAccountName","Surname","UserPrincipalName"\n' +
      '"CN=Jürgen Müller,OU=Staff,DC=example,DC=com","True","Jürgen","jm@example.com","Jürgen Müller","user","jmueller","Müller","jmueller@corp.example"',
    [jm],
  ],
  [
    'Active Directory, csvde',
    'https://learn.microsoft.com/windows-server/administration/windows-commands/csvde, LDAP attributes',
    'DN,objectClass,sn,givenName,sAMAccountName,mail\n' +
      '"CN=Jürgen Müller,DC=example,DC=com",user,Müller,Jürgen,jmueller,jm@example.com',
    [jm],
  ],
  [
    'LDAP browser',
    'RFC 4519 and inetOrgPerson (RFC 2798), exported as CSV by Apache Directory Studio',
    'dn,uid,cn,sn,givenName,mail\n"uid=jmueller,ou=people", "jmueller" , "Jürgen Müller" ,"Müller","Jürgen","jm@example.com"',
    [jm],
  ],
  [
    'GitLab’s own fields for LDAP',
    'docs: `provider` and `extern_uid` of `POST /users`',
    'username,name,email,provider,uid\njmueller,Jürgen Müller,jm@example.com,ldapmain,cn=jm',
    [jm],
  ],
])('reads a file from %s', async (_, source, text, users) => {
  expect(source).not.toBe('')
  expect((await check(text)).hasHeader).toBe(true)
  expect(await usersOf(text)).toEqual(users)
})

it.each<[string, string, string[]]>([
  ['German', 'Vorname;Nachname;Benutzername;E-Mail\nJürgen;Müller;jmueller;jm@example.com', [jm]],
  [
    'German, with only a surname',
    'Name;Vorname;Kennung;E-Mail\nMüller;Jürgen;jmueller;jm@example.com',
    [jm],
  ],
  ['French', 'Prénom;Nom;Identifiant;Courriel\nJürgen;Müller;jmueller;jm@example.com', [jm]],
  [
    'French, with remarks',
    'Nom de famille (obligatoire);Prénom (obligatoire);Adresse e-mail;Utilisateur\nMüller;Jürgen;jm@example.com;jmueller',
    [jm],
  ],
  [
    'Spanish',
    'Nombre;Apellidos;Usuario;Correo electrónico\nJürgen;Müller;jmueller;jm@example.com',
    [jm],
  ],
  [
    'Japanese',
    '姓,名,ユーザー名,メールアドレス（必須）\n山田,太郎,tyamada,ty@example.com',
    ['tyamada | 山田 太郎 | ty@example.com'],
  ],
  [
    'Japanese, in one column',
    '氏名,ログインID,メール\n山田太郎,tyamada,ty@example.com',
    ['tyamada | 山田太郎 | ty@example.com'],
  ],
])('joins names below %s titles', async (_, text, users) => {
  expect(await usersOf(text)).toEqual(users)
})

it.each([
  ['a title', 'New staff, 2026\n'],
  ['a title in a spreadsheet', 'New staff,,,\n,,,\n'],
  ['comments', '# exported by a script, with love\n# do not edit\n'],
  ['a byte order mark and a blank line', '\uFEFF\n'],
])('finds the column names below %s', async (_, above) => {
  const text = `${above}First name,Last name,Login,Email\nJürgen,Müller,jmueller,jm@example.com\nAna,Lee,alee,al@example.com`
  expect((await check(text)).hasHeader).toBe(true)
  expect(await usersOf(text)).toEqual([jm, al])
})

it('never takes a row above a user for the column names', async () => {
  const text = 'kim,Kim Lee,kim@example.com\nlogin,Login Name,login@example.com\nuser,name,email'
  const { hasHeader, users } = await check(text)
  expect(hasHeader).toBe(false)
  expect(users).toHaveLength(3)
})

it('leaves out a title above rows without column names', async () => {
  const text = 'New staff\njmueller;Jürgen Müller;jm@example.com\nalee;Ana Lee;al@example.com'
  expect(await usersOf(text)).toEqual([jm, al])
})

it('recognizes first and last names without titles, and takes neither for the username', async () => {
  const fieldsOf = async (text: string): Promise<(OnboardingColumn | null)[]> =>
    (await check(text)).columns.map(({ field }) => field)
  expect(await fieldsOf('Anna,Lee,alee,al@example.com\nKim,Roth,kroth,kr@example.com')).toEqual([
    'first_name',
    'last_name',
    'username',
    'email',
  ])
  // Which of the three is a city isn't known.
  expect(await fieldsOf('Anna,Lee,Berlin,al@example.com')).toEqual([null, null, null, 'email'])
})

it('shows a username that was made from an email', async () => {
  const { users } = await check('Name,Email\nAna Lee,ana.lee@example.com')
  expect(toCheckedRow(users[0]!)).toMatchObject({
    username: 'ana.lee',
    cleaned: [{ field: 'username', from: 'ana.lee@example.com', to: 'ana.lee' }],
    problems: [],
  })
})
