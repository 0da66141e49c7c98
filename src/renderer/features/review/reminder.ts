import type { ReviewState, Reviewer } from '../../../shared/operations/review.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { instanceName } from '../../components/instance-name.ts'
import { t } from '../../ui/messages.ts'

/** How much of a name goes into an email, because some systems cut long links. */
const maxNameLength = 80

/** A link that opens a new email to a reviewer. Undefined for an address that can’t be in a link. */
export function reminderLink(
  { name, email }: Reviewer,
  { plan, instance = '', ...state }: Pick<ReviewState, 'name' | 'plan' | 'instance'>,
  numbers?: { decided: number; total: number },
): string | undefined {
  if (!/^[\w.+'-]+@[\w-]+(\.[\w-]+)+$/.test(email)) return undefined
  const review = truncate(state.name ?? '', maxNameLength)
  const values = { review, instance: instanceName(instance) }
  const body = [
    t('review.reminderGreeting', { name: truncate(name, maxNameLength) }),
    plan?.due
      ? t('review.reminderDue', { ...values, due: plan.due })
      : t('review.reminderText', values),
    ...(numbers ? [t('review.itemsDecided', numbers)] : []),
  ].join('\r\n\r\n')
  const subject = t('review.reminderSubject', values)
  return `mailto:${encoded(email).replace('%40', '@')}?subject=${encoded(subject)}&body=${encoded(body)}`
}

const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
