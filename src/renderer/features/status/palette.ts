import type { Account } from '../../../shared/operations/accounts.ts'
import { statusMessageLimit } from '../../../shared/rules/limits.ts'
import { clearStatusAfterMessages } from '../../../shared/rules/status-durations.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { formatStatus } from '../../components/status/status-messages.ts'
import { useQuickStatus } from '../../components/status/use-quick-status.ts'
import { cachedAnswer } from '../../bridge/use-service-query.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { codePointLength } from '../../../shared/rules/text-length.ts'
import { type TypedStatus, parseStatus } from './parse-status.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** `status in a meeting 30m` */
function useStatusVerb({ id }: Account): VerbCommand {
  const latchkey = useLatchkey()
  const { set } = useQuickStatus(id)
  const offline = useOfflineReason(id)

  async function run({ isRounded: _, ...status }: TypedStatus) {
    // Only what was set elsewhere since this is worth a question.
    const known = cachedAnswer(id, 'ownStatus.get')
    if (known && !known.age) return set(status)
    const base = await latchkey(id).ownStatus.get()
    await set(status, () => base)
  }

  function suggest(line: string): Command[] {
    const status = parseStatus(line)
    const { message, emoji, busy } = status
    if (!message && !emoji && !busy) return []
    const isTooLong = codePointLength(message) > statusMessageLimit
    return [
      {
        id: 'set-status',
        label: t('palette.setStatusTo', { status: bidiIsolate(formatStatus(status)) }),
        detail: detailOf(status),
        unavailable: isTooLong
          ? t('palette.statusTooLong', { limit: statusMessageLimit })
          : offline(),
        group: 'palette.status',
        run: () => run(status),
      },
    ]
  }

  return {
    id: 'status',
    verbs: splitAlternatives('palette.statusVerbs'),
    label: t('palette.setStatus'),
    argument: t('palette.statusArgument'),
    suggest,
  }
}

/** When it clears, and what else is set beside the text. */
function detailOf({ message, emoji, busy, clear, isRounded }: TypedStatus): string {
  const end =
    clear === 'never'
      ? t('palette.neverClears')
      : t(isRounded ? 'palette.clearsAfterClosest' : 'palette.clearsAfter', {
          duration: t(clearStatusAfterMessages[clear]),
        })
  return [emoji && message && `:${emoji}:`, busy && (message || emoji) && t('status.busy'), end]
    .filter(Boolean)
    .join(' · ')
}

function useCommands(account: Account | undefined): () => Command[] {
  const { clearAny } = useQuickStatus(account?.id ?? '')
  const offline = useOfflineReason(account?.id ?? '')
  return () => {
    if (!account || account.canWrite === false) return []
    return [
      {
        id: 'clear-status',
        label: t('app.clearStatus'),
        unavailable: offline(),
        group: 'app.groupActions',
        keywords: t('app.clearStatusKeywords'),
        run: clearAny,
      },
    ]
  }
}

export const statusPalette: PaletteEntries = {
  useCommands,
  verbs: [{ use: useStatusVerb, writes: true }],
}
