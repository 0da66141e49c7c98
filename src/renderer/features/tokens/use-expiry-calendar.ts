import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { downloadText } from '../../ui/download.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Saves a calendar of when the tokens and keys of all accounts expire. */
export function useExpiryCalendar() {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const { run, ...action } = useAsyncAction()
  const save = () =>
    run(async () => {
      const { failures, unlisted, ...file } = await latchkey().expiries.calendar()
      const saved = downloadText(file)
      showToast([saved, ...missingIn({ failures, unlisted })].join(' '))
    })
  return { ...action, save }
}

/** What a calendar lacks. */
export function missingIn({
  failures,
  unlisted,
}: {
  failures: readonly { failure: { message: string } }[]
  unlisted: readonly string[]
}): string[] {
  const [first] = failures
  const reason = first?.failure.message ?? ''
  const texts = []
  if (first) texts.push(t('tokens.calendarIncomplete', { count: failures.length, reason }))
  if (unlisted.length > 0) texts.push(t('tokens.calendarUnlisted', { count: unlisted.length }))
  return texts
}
