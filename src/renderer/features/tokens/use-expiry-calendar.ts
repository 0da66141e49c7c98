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
      const { failures, ...file } = await latchkey().expiries.calendar()
      const saved = downloadText(file)
      const [first] = failures
      const reason = first?.failure.message ?? ''
      showToast(first ? t('tokens.calendarIncomplete', { saved, reason }) : saved)
    })
  return { ...action, save }
}
