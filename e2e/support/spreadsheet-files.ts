/** A list of new users, encoded as a spreadsheet program saves it. */
interface SpreadsheetFile {
  /** The program and its file format. */
  name: string
  bytes: Buffer
  /** The detected encoding, which the user must confirm because the file doesn’t declare one. */
  guessed?: string
}

interface NewUser {
  username: string
  name: string
  email: string
  note: string
}

/** Includes umlauts, delimiters and quotes inside cells, and a two-line cell. */
export const newUsers: readonly NewUser[] = [
  { username: 'hans.new', name: 'Jürgen Müller', email: 'hans@example.com', note: 'Zürich; Büro' },
  { username: 'rene.new', name: 'Renée “Ré” Šimić', email: 'rene@example.com', note: 'a, b' },
  { username: 'ana.new', name: 'Ana "A" Núñez', email: 'ana@example.com', note: 'one\ntwo' },
  // Spreadsheets drop a row’s trailing empty cells.
  { username: 'jo.new', name: 'Jo', email: 'jo@example.com', note: '' },
]

interface Format {
  delimiter: ',' | ';' | '\t'
  newline: '\r\n' | '\n'
  /** Whether to quote every cell, even if it doesn’t need quotes. */
  quotesAll?: boolean
  /** How a row with trailing empty cells is saved. */
  rowEnd?: 'short' | 'whole' | 'long'
  /** A line above the header. */
  first?: string
  titles?: readonly string[]
}

const english = ['Username', 'Name', 'Email', 'Note']
const german = ['Benutzername', 'Vollständiger Name', 'E-Mail-Adresse', 'Notiz']

function toText(format: Format): string {
  const { delimiter, newline, quotesAll, rowEnd = 'whole', first, titles = english } = format
  const cell = (value: string) =>
    quotesAll || /["\r\n;,\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  const line = (cells: readonly string[]) => cells.map(cell).join(delimiter)
  const rows = newUsers.map(({ username, name, email, note }) => {
    if (note !== '' || rowEnd === 'whole') return [username, name, email, note]
    return rowEnd === 'short' ? [username, name, email] : [username, name, email, '', '', '']
  })
  const lines = [...(first === undefined ? [] : [first]), line(titles), ...rows.map(line), '']
  return lines.join(newline)
}

const windows1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

function toWindows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const byte = windows1252.get(letter)
      if (byte === undefined) throw new Error(`Windows-1252 has no ${letter}.`)
      return byte
    }),
  )
}

/** The MS-DOS code page uses other bytes for umlauts, and there’s no telling it from Windows-1252. */
function toMsDos(text: string): Buffer {
  const letters: Record<string, number> = { ü: 0x81, ä: 0x84, ö: 0x94, é: 0x82, ñ: 0xa4, ú: 0xa3 }
  return Buffer.from(
    Array.from(text, (letter) => letters[letter] ?? Math.min(letter.codePointAt(0)!, 0x3f)),
  )
}

function toUtf16(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return order === 'little' ? bytes : bytes.swap16()
}

const toUtf8 = (text: string) => Buffer.from(text)
const toUtf8WithMark = (text: string) => Buffer.from(`\uFEFF${text}`)

const crlf = '\r\n'
const lf = '\n'
/** Windows-1252 includes “ and Š but not ć. */
const withoutC = (text: string) => text.replace('Šimić', 'Šimic')

/** Files that import without changes, all with the same users. */
export const validFiles: readonly SpreadsheetFile[] = [
  {
    name: 'Excel, CSV UTF-8',
    bytes: toUtf8WithMark(toText({ delimiter: ',', newline: crlf, rowEnd: 'short' })),
  },
  {
    name: 'Excel with a German list separator, CSV UTF-8',
    bytes: toUtf8WithMark(toText({ delimiter: ';', newline: crlf, titles: german })),
  },
  {
    name: 'Excel, CSV with sep=;',
    bytes: toUtf8WithMark(toText({ delimiter: ';', newline: crlf, first: 'sep=;' })),
  },
  {
    name: 'Excel, CSV with sep=, beside semicolons in the titles',
    bytes: toUtf8(
      toText({
        delimiter: ',',
        newline: crlf,
        first: 'sep=,',
        titles: ['Username', 'Name', 'Email', 'Note; remarks; more'],
      }),
    ),
  },
  {
    name: 'Excel, CSV in Windows-1252',
    bytes: toWindows1252(
      withoutC(toText({ delimiter: ';', newline: crlf, rowEnd: 'long', titles: german })),
    ),
    guessed: 'windows-1252',
  },
  {
    name: 'Excel, Unicode text',
    bytes: toUtf16(toText({ delimiter: '\t', newline: crlf }), 'little'),
  },
  {
    name: 'Excel, text with tabs in Windows-1252',
    bytes: toWindows1252(withoutC(toText({ delimiter: '\t', newline: crlf, rowEnd: 'short' }))),
    guessed: 'windows-1252',
  },
  {
    name: 'LibreOffice, UTF-8',
    bytes: toUtf8(toText({ delimiter: ',', newline: lf, rowEnd: 'long' })),
  },
  {
    name: 'LibreOffice, UTF-8 with all cells quoted',
    bytes: toUtf8(toText({ delimiter: ';', newline: lf, quotesAll: true, titles: german })),
  },
  {
    name: 'LibreOffice, UTF-16',
    bytes: toUtf16(toText({ delimiter: ',', newline: lf, quotesAll: true }), 'little'),
  },
  {
    name: 'LibreOffice, UTF-16 of the other order',
    bytes: toUtf16(toText({ delimiter: ';', newline: lf }), 'big'),
  },
  {
    name: 'LibreOffice, Windows-1252',
    bytes: toWindows1252(withoutC(toText({ delimiter: ',', newline: lf }))),
    guessed: 'windows-1252',
  },
  {
    name: 'Google Sheets, CSV',
    bytes: toUtf8(toText({ delimiter: ',', newline: crlf })),
  },
  {
    name: 'Google Sheets, TSV',
    // This format replaces line breaks and tabs in cells with spaces.
    bytes: toUtf8(toText({ delimiter: '\t', newline: crlf })),
  },
]

/** Files that need changes before they can be imported, with the app’s message. */
export const invalidFiles: readonly { name: string; bytes: Buffer; says: RegExp }[] = [
  {
    name: 'Excel, a workbook',
    bytes: Buffer.concat([
      Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\b\0\0\0!\0', 'latin1'),
      Buffer.from('[Content_Types].xml', 'latin1'),
      Buffer.from([0xff, 0x00, 0x9c, 0x00, 0x80]),
    ]),
    says: /This isn’t a text file\..*such as a CSV file\./,
  },
  {
    name: 'LibreOffice, separated by pipes',
    bytes: toUtf8('Username|Name|Email\nhans.new|Hans|hans@example.com\n'),
    says: /Each row has only one cell\..*commas, semicolons, or tabs/,
  },
  {
    name: 'Excel, CSV (MS-DOS)',
    bytes: toMsDos(toText({ delimiter: ';', newline: crlf, titles: german })),
    says: /save the file as “CSV UTF-8” and choose it again\./,
  },
  {
    name: 'cut in the middle of a quoted cell',
    bytes: toUtf8('Username,Name,Email,Note\nhans.new,Hans,hans@example.com,"one\ntwo'),
    says: /A quote in line 2 isn’t closed\./,
  },
]
