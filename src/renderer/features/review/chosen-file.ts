import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'

/** A text file that the user chose. */
export interface ChosenFile {
  name: string
  text: string
}

/**
 * Reads a text file, or explains why it can’t be read. Files over the limit (bytes) aren’t read at all. A byte order mark
 * stays, because a signature covers it.
 */
export async function readUtf8File(
  file: File,
  limit: number,
): Promise<ChosenFile | { problem: string }> {
  const name = escapeBidi(file.name)
  if (file.size > limit)
    return { problem: t('review.fileTooLarge', { name, megabytes: limit / 1024 / 1024 }) }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { problem: t('review.fileUnreadable', { name }) }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { name: file.name, text: decoder.decode(bytes) }
  } catch {
    return { problem: t('review.fileNotUtf8', { name }) }
  }
}

/** The files after choosing more: a signature alone joins the answers that were chosen before. */
export function withSignature(
  before: readonly ChosenFile[],
  chosen: readonly ChosenFile[],
): readonly ChosenFile[] {
  const isSignature = ({ name }: ChosenFile) => /\.sig$/i.test(name)
  if (chosen.length !== 1 || !isSignature(chosen[0]!)) return chosen
  return [...before.filter((file) => !isSignature(file)), ...chosen]
}
