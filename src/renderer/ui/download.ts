import { t } from './messages.ts'

/** Milliseconds that the browser has to take the file over. */
const handover = 60_000

/** Hands a text to the browser as a CSV or JSON file to be saved, and returns what to say of it. */
export function downloadText({ filename, text }: { filename: string; text: string }): string {
  const type = filename.endsWith('.csv') ? 'text/csv' : 'application/json'
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), handover)
  return t('common.savedAs', { filename })
}
