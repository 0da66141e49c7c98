import { onboardingTextLimit } from '../../../shared/limits.ts'
import { t } from '../../ui/messages.ts'

/** The text of a file, or why it can't be read. */
export async function readTextFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > onboardingTextLimit) {
    const megabytes = onboardingTextLimit / 1024 / 1024
    return { problem: t('onboarding.fileTooLarge', { megabytes }) }
  }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { problem: t('onboarding.fileUnreadable') }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // Read in another encoding, names would become others.
    return { problem: t('onboarding.notUtf8') }
  }
}
