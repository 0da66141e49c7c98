import type { RuleEntry, RuleFields } from '../../../shared/operations/rules.ts'
import { message } from '../../../shared/messages/message.ts'
import { matchingValues } from '../../components/directory/filter-chips.ts'
import { t } from '../../ui/messages.ts'
import { timeOfDay } from '../../ui/time/moments.ts'
import { weekdayName } from '../../ui/time/weekdays.ts'

/** When a rule is due: “Every Monday at 07:00”. */
export function ruleTimeText({ days, at }: Pick<RuleFields, 'days' | 'at'>): string {
  const [hours, minutes] = at.split(':').map(Number) as [number, number]
  return t('rules.when', {
    daily: days.length === 7 ? 'yes' : 'no',
    days: days.map((day) => weekdayName(day, 'long')),
    time: timeOfDay(hours * 60 + minutes),
  })
}

/** What a rule proposes: “Deactivate at most 200 users matching Active · Humans”. */
export function ruleTaskText({ action, atMost, filter }: RuleTask): string {
  const name = message('rules.atMostUsers', matchingValues(filter, atMost))
  return t(`moderation.title_${action}`, { name })
}
type RuleTask = Pick<RuleFields, 'action' | 'atMost' | 'filter'>

/** What a rule does, in one sentence. */
export function ruleSummary(rule: Pick<RuleFields, 'days' | 'at'> & RuleTask): string {
  return t('rules.summary', { when: ruleTimeText(rule), task: ruleTaskText(rule) })
}

/** “2 Mondays missed”; undefined if none was. */
export function missedText(
  { days }: Pick<RuleFields, 'days'>,
  count: number | undefined,
): string | undefined {
  if (!count) return undefined
  const day = days.length === 1 ? dayNames[days[0]! - 1]! : 'several'
  return t('rules.missed', { day, count })
}
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** What happened, without the time. */
export function ruleOutcomeText({ outcome, count = 0, why = '' }: RuleEntry): string {
  return t(`rules.outcome_${outcome}`, { count, why })
}

/** How many users were skipped; undefined if none were. */
export function skippedUsersText(count: number | undefined): string | undefined {
  return count ? t('rules.skipped', { count }) : undefined
}
