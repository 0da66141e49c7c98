import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarBytes } from '../../../../shared/rules/limits.ts'
import { type OpenFile, withRegularFile } from '../../../platform/files/regular-file.ts'

const maxFiles = 1000

/** The contents of a calendar's files, or why there are none. `version` changes when the files do. */
export type CalendarFiles =
  { texts: string[]; version: string } | 'unchanged' | 'unreachable' | 'unreadable'

/** Whether a path is on this computer. */
export function isCalendarPath(path: string): boolean {
  // Windows sends the user's identity to a server in a path.
  // guard: calendar-path
  return !/^[/\\]{2}/.test(path)
}

/** Reads an `.ics` file, or all in a folder: at most 1,000 files and 10 MiB. */
export async function readCalendarFiles(path: string, known?: string): Promise<CalendarFiles> {
  try {
    const files = await listFiles(path)
    if (files.length === 0 || files.length > maxFiles) return 'unreadable'
    const version = JSON.stringify(files.map(({ path: at, size, mtimeMs }) => [at, size, mtimeMs]))
    if (version === known) return 'unchanged'
    if (files.reduce((sum, { size }) => sum + size, 0) > calendarBytes) return 'unreadable'
    const texts: string[] = []
    for (const file of files) texts.push(await withRegularFile(file.path, readText))
    return { texts, version }
  } catch {
    return 'unreachable'
  }
}

async function listFiles(path: string): Promise<ListedFile[]> {
  const stats = await stat(path)
  // guard: calendar-ending
  if (!stats.isDirectory()) return isCalendarName(path) ? [toListed(path, stats)] : []
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && isCalendarName(entry.name))
    .map(({ name }) => name)
    .toSorted()
  const listed: ListedFile[] = []
  for (const name of names.slice(0, maxFiles + 1)) {
    const file = join(path, name)
    listed.push(toListed(file, await stat(file)))
  }
  return listed
}

type ListedFile = ReturnType<typeof toListed>

function toListed(path: string, { size, mtimeMs }: Stats) {
  return { path, size, mtimeMs }
}

const isCalendarName = (name: string) => /\.ics$/i.test(name)

/** Reads no more than the size at first, even of a file that grows. */
async function readText(file: OpenFile): Promise<string> {
  const size = Math.min(file.size, calendarBytes)
  const buffer = Buffer.alloc(size)
  return buffer.toString('utf8', 0, await file.fill(buffer, 0, size))
}
