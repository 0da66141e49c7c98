import type { Dependent, DependentAnswer } from '../../../../shared/operations/dependents.ts'
import type { EvidenceStep } from '../../../../shared/operations/jobs.ts'
import {
  dependentDecisionLabel,
  dependentTitle,
} from '../../../components/dependents/dependent-messages.ts'
import { userStateLabel } from '../../../components/user-states.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../../ui/escape-bidi.ts'
import { t } from '../../../ui/messages.ts'
import { momentToSecond } from '../../../ui/time/moments.ts'

/** What was decided about something that depends on the user, and for whom. */
export function answerText({ key }: Dependent, answers: readonly DependentAnswer[]): string {
  const answer = answers.find((one) => one.key === key)
  if (!answer) return t('dependents.undecided')
  const label = dependentDecisionLabel(answer.decision)
  if (!answer.successor) return label
  const value = bidiIsolate(`@${answer.successor.username}`)
  return t('common.labeled', { label, value })
}

/** “Pipeline schedule: Nightly → @tomasz: handed over”. */
export function handedOverLines({ handedOver = [] }: EvidenceStep): string[] {
  return handedOver.map((one) => {
    const { successor, outcome, text } = one
    const result = t(`dependents.outcome_${outcome}`)
    const value = text ? t('common.labeled', { label: result, value: text }) : result
    return t('dependents.handedOverTo', {
      what: escapeBidi(dependentTitle(one)),
      username: bidiIsolate(successor.username),
      result: value,
    })
  })
}

/** What a second look found, a line for each question it answers. */
export function secondLookLines({ look }: EvidenceStep): string[] {
  if (!look) return []
  const { at, state, activeTokens, handedOver, schedules } = look
  return [
    t('dependents.lookState', { when: momentToSecond(at), state: userStateLabel(state) }),
    activeTokens === null
      ? t('dependents.lookTokensUnread')
      : t('dependents.lookTokens', { count: activeTokens }),
    ...handedOver.map(({ label, successor, holds }) =>
      t('dependents.lookSuccessor', {
        label: bidiIsolate(label),
        username: bidiIsolate(successor),
        holds: String(holds),
      }),
    ),
    ...schedules.map(({ label, isActive }) =>
      t('dependents.lookSchedule', { label: bidiIsolate(label), isActive: String(isActive) }),
    ),
  ]
}
