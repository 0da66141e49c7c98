import type { ScheduledStatus } from '../../../../shared/operations/status-times.ts'
import type { FieldErrors, Fields } from '../../../forms/form-field.ts'
import { formatStatus } from '../../../components/status/status-messages.ts'
import { statusFields } from '../status-fields.ts'
import { t } from '../../../ui/messages.ts'
import { timeOfDay } from '../../../ui/time/moments.ts'
import { weekdayName } from '../../../ui/time/weekdays.ts'

/** The form values for a scheduled status or quiet hours. */
export interface ScheduleDraft {
  days: number[]
  from: string
  to: string
  emoji: string
  message: string
  busy: boolean
  quiet: boolean
}

export const weekdays = [1, 2, 3, 4, 5]

export function scheduleDraft(item?: ScheduledStatus): ScheduleDraft {
  const { days = weekdays, from = '12:00', to = '13:00', status, quiet = false } = item ?? {}
  const { emoji = '', message = '', busy = false } = status ?? {}
  return { days, from, to, emoji, message, busy, quiet }
}

export function scheduleFields(): Fields {
  return {
    times: { kind: 'own' },
    ...statusFields(),
    quiet: { kind: 'switch', label: t('schedule.quiet'), hint: t('schedule.quietHint') },
  }
}

export function scheduleErrors(draft: ScheduleDraft): FieldErrors {
  const isTime = (text: string) => /^\d\d:\d\d$/.test(text)
  return {
    ...(draft.days.length === 0 && { times: [t('schedule.daysNeeded')] }),
    ...((!isTime(draft.from) || !isTime(draft.to)) && { times: [t('schedule.timesNeeded')] }),
    ...(!hasStatus(draft) && !draft.quiet && { message: [t('schedule.nothing')] }),
  }
}

/** Converts a draft to a schedule item. If the status is empty, the item leaves it unchanged. */
export function toScheduled(
  draft: ScheduleDraft,
  { id, isOn }: Pick<ScheduledStatus, 'id' | 'isOn'>,
): ScheduledStatus {
  const { days, from, to, emoji, message, busy, quiet } = draft
  const status = hasStatus(draft) ? { status: { emoji, message: message.trim(), busy } } : {}
  return { id, isOn, days: days.toSorted((a, b) => a - b), from, to, ...status, quiet }
}

function hasStatus({ emoji, message, busy }: ScheduleDraft): boolean {
  return emoji !== '' || message.trim() !== '' || busy
}

/** Describes when an item is active. */
export function describeTimes({ days, from, to }: ScheduledStatus): string {
  const times = { from: localTime(from), to: localTime(to) }
  if (days.length === 7) return t('schedule.daily', times)
  if (days.join() === weekdays.join()) return t('schedule.weekdays', times)
  return t('schedule.onDays', { days: days.map((day) => weekdayName(day, 'short')), ...times })
}

/** Describes what an item does. */
export function describeItem({ status, quiet }: ScheduledStatus): string {
  if (!status) return t('schedule.quietHours')
  const name = formatStatus(status)
  return quiet ? t('schedule.statusAndQuiet', { status: name }) : name
}

function localTime(time: string): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return timeOfDay(hours * 60 + minutes)
}
