import { t } from '../../ui/messages.ts'
import type { SshOrGpgKeys } from './ssh-or-gpg.ts'

/** A file without an importable key. */
export interface UnusedFile {
  id: string
  file: string
  reason: string
  hint?: string | undefined
}

/** Files without an importable key: those that contain private keys, other rejected ones, and skipped ones. */
export function unusedFiles(sources: readonly SshOrGpgKeys[]): UnusedFile[] {
  const files = sources.flatMap((keys) => keys.unusedFiles.value)
  const rank = (file: (typeof files)[number]) =>
    file.kind === 'skipped' ? 2 : Number(!file.secret)
  const privateKeys = sources.flatMap((keys) => [...keys.privateKeys.value])
  return [
    ...files
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ file, message, reason = message, hint }) => ({ file, reason, hint })),
    ...privateKeys.map((file) => ({ file, reason: t('keys.privateKeyStays') })),
  ].map((file, index) => ({ id: `${index} ${file.file}`, ...file }))
}

/** Whether the files are only private keys, which is normal. */
export const areOnlyPrivate = (sources: readonly SshOrGpgKeys[]) =>
  sources.every((keys) =>
    keys.unusedFiles.value.every((file) => file.kind === 'refused' && file.secret),
  )
