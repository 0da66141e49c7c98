import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import { toCsvLines, toCsv } from '../../platform/files/csv.ts'

/**
 * Exports users as text, page by page to yield to other work. The columns keep the names from GitLab's API, because
 * scripts read these files.
 */
export async function exportDirectory(
  pages: Iterable<readonly DirectoryEntry[]>,
  columns: readonly DirectoryColumn[],
  format: 'csv' | 'json',
): Promise<string> {
  const parts: string[] = []
  for (const users of pages) {
    parts.push(
      format === 'csv'
        ? toCsvLines(users.map((user) => columns.map((column) => toCell(user[column]))))
        : users.map((user) => `,\n  ${JSON.stringify(pickColumns(user, columns))}`).join(''),
    )
    await yieldToEventLoop()
  }
  const text = parts.join('')
  if (format === 'csv') return toCsv([columns]) + text
  return text === '' ? '[]\n' : `[${text.slice(1)}\n]\n`
}

function toCell(value: DirectoryEntry[DirectoryColumn]): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

function pickColumns(user: DirectoryEntry, columns: readonly DirectoryColumn[]) {
  return Object.fromEntries(columns.map((column) => [column, user[column]]))
}
