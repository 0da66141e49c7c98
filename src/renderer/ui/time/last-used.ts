import { fullMoment } from './moments.ts'
import { t } from '../messages.ts'

/** When something was last used, for a list of details; empty if the service doesn't say. */
export function lastUsed(at: string | null | undefined): string[] {
  if (at === undefined) return []
  if (!at) return [t('dates.neverUsed')]
  const time = Date.parse(at)
  return [t('dates.lastUsed', { moment: Number.isNaN(time) ? at : fullMoment(time) })]
}
