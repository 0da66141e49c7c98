import type { OneTimeStatus } from '../../../../shared/operations/status-times.ts'
import { longestStatusMs } from '../../../../shared/rules/status-durations.ts'
import type { FieldErrors, Fields } from '../../../forms/form-field.ts'
import { t } from '../../../ui/messages.ts'
import { toLocalInput } from '../../../ui/time/moments.ts'
import { statusFields } from '../status-fields.ts'

/** The form values for a status for a single time. `from` and `to` are `YYYY-MM-DDTHH:MM` or not a time. */
export interface OneTimeDraft {
  from: string
  to: string
  emoji: string
  message: string
  busy: boolean
  restores: boolean
}

/** By default, tomorrow. */
export function oneTimeDraft(item: OneTimeStatus | undefined, now: number): OneTimeDraft {
  const midnight = (days: number) => {
    const at = new Date(now)
    at.setHours(24 * days, 0, 0, 0)
    return at.getTime()
  }
  const { from = midnight(1), to = midnight(2), status, restores = true } = item ?? {}
  const { emoji = '', message = '', busy = true } = status ?? {}
  return { from: toLocalInput(from), to: toLocalInput(to), emoji, message, busy, restores }
}

export function oneTimeFields(): Fields {
  return {
    times: { kind: 'own' },
    ...statusFields(),
    restores: {
      kind: 'switch',
      label: t('calendar.restores'),
      hint: t('calendar.restoresHint'),
    },
  }
}

export function oneTimeErrors(draft: OneTimeDraft, now: number): FieldErrors {
  const [from, to] = [momentOf(draft.from), momentOf(draft.to)]
  const isEmpty = draft.emoji === '' && draft.message.trim() === ''
  return {
    ...(!(from < to && to - from <= longestStatusMs) && { times: [t('oneTime.timesNeeded')] }),
    ...(to <= now && { times: [t('status.timePassed')] }),
    ...(isEmpty && { message: [t('status.required')] }),
  }
}

export function toOneTime(draft: OneTimeDraft, id: string): OneTimeStatus {
  const { emoji, message, busy, restores } = draft
  return {
    ...{ id, from: momentOf(draft.from), to: momentOf(draft.to) },
    ...{ status: { emoji, message: message.trim(), busy }, restores },
  }
}

function momentOf(local: string): number {
  return new Date(local).getTime()
}
