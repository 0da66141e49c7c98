import type { ActionWithReason } from '../../../shared/rules/ceilings.ts'
import { cappedActionOf } from '../../../shared/rules/ceilings.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'

/** Returns why a reason for one of these actions of the queue, or `view_as`, is required; undefined if it’s optional. */
export function useRequiredReasons(account: string) {
  const { data } = useServiceQuery(account, 'limits.reasons')
  return (actions: readonly string[]): string | undefined => {
    const { actions: required = [], ticketPattern } = data.value ?? {}
    const capped = actions.map((action) =>
      action === 'view_as' ? action : (cappedActionOf(action) as ActionWithReason | undefined),
    )
    if (!capped.some((action) => action && required.includes(action))) return undefined
    return ticketPattern === undefined
      ? t('limits.reasonRequiredHint')
      : t('limits.ticketRequiredHint', { pattern: ticketPattern })
  }
}
