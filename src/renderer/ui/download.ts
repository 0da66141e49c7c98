import { t } from './messages.ts'

/** How long (ms) the browser gets to start a download. */
const handoverMs = 60_000

/** Media types by extension. */
const types = {
  csv: 'text/csv',
  html: 'text/html',
  ics: 'text/calendar',
  json: 'application/json',
  zip: 'application/zip',
} as const

interface SavedFile {
  filename: string
  text: string
  /** Whether the text is base64. */
  isBinary?: true | undefined
}

/** Downloads a file; returns the toast’s text. */
export function downloadText({ filename, text, isBinary }: SavedFile): string {
  const extension = filename.split('.').at(-1) as keyof typeof types
  const type = types[extension] ?? types.json
  const url = URL.createObjectURL(
    new Blob([isBinary ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text], {
      type,
    }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), handoverMs)
  return t('common.savedAs', { filename })
}

/** Downloads files that belong together; returns the toast’s text, which lists them all. */
export function downloadFiles(files: readonly SavedFile[]): string {
  for (const file of files) downloadText(file)
  return t('common.savedAs', { filename: files.map(({ filename }) => filename) })
}
