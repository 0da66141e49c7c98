import { setImmediate as turn } from 'node:timers/promises'
import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { csvLines, csvOf } from '../../infra/files/csv.ts'

/** People as text, in parts so that nothing else has to wait; `pages` are read as they are needed. */
export async function exportUsers(
  pages: Iterable<readonly DirectoryEntry[]>,
  columns: readonly DirectoryColumn[],
  format: 'csv' | 'json',
): Promise<string> {
  const parts: string[] = []
  for (const people of pages) {
    parts.push(
      format === 'csv'
        ? csvLines(people.map((person) => columns.map((column) => cellOf(person[column]))))
        : people.map((person) => `,\n  ${JSON.stringify(chosen(person, columns))}`).join(''),
    )
    await turn()
  }
  const text = parts.join('')
  if (format === 'csv') return csvOf([columns]) + text
  return text === '' ? '[]\n' : `[${text.slice(1)}\n]\n`
}

function cellOf(value: DirectoryEntry[DirectoryColumn]): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

function chosen(person: DirectoryEntry, columns: readonly DirectoryColumn[]) {
  return Object.fromEntries(columns.map((column) => [column, person[column]]))
}
