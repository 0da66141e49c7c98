import { Smile, SmilePlus } from '@lucide/vue'
import { shallowRef } from 'vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { statusMessageLimit } from '../../../shared/rules/limits.ts'
import { formatDurationBy, isStatusDuration } from '../../../shared/rules/status-durations.ts'
import type { Command, PaletteEntries, VerbCommand } from '../../components/palette/commands.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { rankCommands } from '../../components/palette/filter.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { shownRecents } from '../../components/status/preset-lists.ts'
import { formatStatus, formatTimedStatus } from '../../components/status/status-messages.ts'
import { emojiName, loadedEmoji, loadEmojiBook } from '../../components/emoji/emoji-book.ts'
import { useQuickStatus } from './use-quick-status.ts'
import { cachedAnswer, useServiceQuery } from '../../bridge/use-service-query.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { clearsAt } from '../../ui/time/clear-after.ts'
import { formatMoment, formatTimeOrMoment } from '../../ui/time/moments.ts'
import { codePointLength } from '../../../shared/rules/text-length.ts'
import { type TypedStatus, parseStatus, withPreset } from './parse-status.ts'
import { useOfflineReason } from '../../components/palette/use-offline-reason.ts'
import { splitAlternatives } from '../../components/palette/split-alternatives.ts'

/** Handles `status in a meeting 30m`. */
function useStatusVerb({ id }: Account): VerbCommand {
  const latchkey = useLatchkey()
  const { set, setUntil } = useQuickStatus(id)
  const offline = useOfflineReason(id)
  const saved = useSavedStatuses({ id })
  const { data: presets } = useServiceQuery(id, 'ownStatus.presets')
  // Until it is loaded, emoji characters are part of the text.
  loadEmojiBook().catch(() => undefined)

  async function run({ endsAt, impossibleEnd: _, ...status }: TypedStatus) {
    const write = endsAt === undefined ? set : setUntil.bind(undefined, endsAt)
    // Ask for confirmation if a status was set elsewhere after the cached one.
    const cached = cachedAnswer(id, 'ownStatus.get')
    if (cached && (!cached.age || offline() !== undefined)) return write(status)
    const base = await latchkey(id).ownStatus.get()
    await write(status, () => base)
  }

  function suggest(line: string): Command[] {
    const typed = parseStatus(line, currentTime(), (emoji) => emojiName(emoji, loadedEmoji()))
    const status = withPreset(typed, presets.value ?? [])
    const { message, emoji, busy } = status
    const unavailable = objection(status)
    if (!message && !emoji && !busy && unavailable === undefined) return saved()
    return [
      {
        id: 'set-status',
        label: t('palette.setStatusTo', { status: bidiIsolate(formatStatus(status)) }),
        icon: SmilePlus,
        detail: unavailable === undefined ? detailOf(status) : '',
        unavailable,
        group: 'palette.status',
        run: () => run(status),
      },
      ...rankCommands(saved(), message).map(({ command }) => command),
    ]
  }

  return {
    id: 'status',
    verbs: splitAlternatives('palette.statusVerbs'),
    label: t('palette.setStatus'),
    icon: SmilePlus,
    keywords: searchWords('palette.setStatus', 'palette.setStatusKeywords'),
    argument: t('palette.statusArgument'),
    suggest,
  }
}

/** Explains why a status can’t be set. */
function objection({ message, clear, impossibleEnd }: TypedStatus): string | undefined {
  if (impossibleEnd !== undefined) {
    return t('palette.notATime', { text: bidiIsolate(impossibleEnd) })
  }
  if (codePointLength(message) > statusMessageLimit) {
    return t('palette.statusTooLong', { limit: statusMessageLimit })
  }
  return clear === 'never' || isStatusDuration(clear) ? undefined : t('status.durationLimits')
}

/** Describes everything about a status except its text, such as when it clears. */
function detailOf(status: TypedStatus): string {
  const { message, emoji, busy } = status
  const end = endOf(status)
  return [emoji && message && `:${emoji}:`, busy && (message || emoji) && t('status.busy'), end]
    .filter(Boolean)
    .join(' · ')
}

function endOf({ clear, endsAt }: TypedStatus): string {
  if (endsAt !== undefined) {
    return t('status.clearsAt', { moment: formatMoment(endsAt, currentTime()) })
  }
  if (clear === 'never') return t('palette.neverClears')
  const now = currentTime()
  return t('palette.clearsIn', {
    duration: formatDurationBy(t, clear),
    moment: formatTimeOrMoment(clearsAt(clear, now), now),
  })
}

/** Search terms for built-in presets, by emoji. */
const emojiKeywords: Readonly<Record<string, MessageId>> = {
  calendar: 'status.meetingKeywords',
  fork_and_knife: 'status.lunchKeywords',
  headphones: 'status.focusKeywords',
  house: 'status.homeKeywords',
  thermometer: 'status.sickKeywords',
  palm_tree: 'status.leaveKeywords',
}

/** Commands for setting presets and recent statuses, which are loaded when the palette opens. */
function useSavedStatuses({ id }: Pick<Account, 'id'>): () => Command[] {
  const latchkey = useLatchkey()
  const { set } = useQuickStatus(id)
  // Skip data that can’t be loaded. The Status screen reports why.
  const { data: presets } = useServiceQuery(id, 'ownStatus.presets')
  const recent = shallowRef<readonly TimedStatus[]>([])
  latchkey(id)
    .ownStatus.recent()
    .then(
      (statuses) => (recent.value = statuses),
      () => undefined,
    )

  const commandOf = (status: TimedStatus): Command => {
    const keywords = emojiKeywords[status.emoji]
    return {
      id: `status ${JSON.stringify(status)}`,
      label: t('status.setNamed', { status: formatTimedStatus(status) }),
      icon: Smile,
      group: 'palette.status',
      keywords: [status.emoji.replaceAll('_', ' '), keywords && searchWords(keywords)]
        .filter(Boolean)
        .join(' '),
      run: () => set(status),
    }
  }

  return () => {
    const saved = presets.value ?? []
    return [...saved, ...shownRecents(recent.value, saved, [])].map(commandOf)
  }
}

function useCommands(account: Account | undefined): () => Command[] {
  const saved = account && useSavedStatuses(account)
  const { clearAny } = useQuickStatus(account?.id ?? '')
  return () => {
    if (!account || !saved || account.canWrite === false) return []
    return [
      ...saved(),
      {
        id: 'clear-status',
        label: t('app.clearStatus'),
        icon: Smile,
        group: 'app.groupActions',
        keywords: searchWords('app.clearStatus', 'app.clearStatusKeywords'),
        run: clearAny,
      },
    ]
  }
}

export const statusPalette: PaletteEntries = {
  useCommands,
  verbs: [{ use: useStatusVerb, writes: true }],
}
