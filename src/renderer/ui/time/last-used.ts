import { fullMoment } from './moments.ts'
import { t } from '../messages.ts'

/** When something was last used, as an entry for a list of details; empty if GitLab doesn’t report it. */
export function lastUsed(at: string | null | undefined): string[] {
  return at === undefined ? [] : [formatLastUse(at)]
}

/** When something was last used, if GitLab reports it. */
export function formatLastUse(at: string | null | undefined): string {
  if (at === undefined) return t('dates.useUnknown')
  if (!at) return t('dates.neverUsed')
  const time = Date.parse(at)
  return t('dates.lastUsed', { moment: Number.isNaN(time) ? at : fullMoment(time) })
}
