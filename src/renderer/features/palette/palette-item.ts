import { History } from '@lucide/vue'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Command, VerbCommand } from '../../components/palette/commands.ts'
import type { RecentCommand } from './palette-store.ts'

/** An item in the palette. */
export interface PaletteItem extends Command {
  /** Text that fills the input instead of running a command, such as a verb that needs an argument. */
  fill?: string
}

/** Converts a verb to an item that fills in the start of the command. */
export function verbItem(verb: VerbCommand): PaletteItem {
  const { id, verbs, label, icon, argument, keywords = '' } = verb
  return {
    id: `verb-${id}`,
    label,
    icon,
    detail: argument,
    group: 'palette.commands',
    keywords: [...verbs, keywords].join(' '),
    fill: `${verbs[0]} `,
    run: () => undefined,
  }
}

/** Converts recent commands to items. Typed text is only filled in, because its subject may have changed. */
export function recentItems(
  recent: readonly RecentCommand[],
  commands: readonly PaletteItem[],
): PaletteItem[] {
  const group: MessageId = 'palette.recent'
  return recent.flatMap(({ id, text }): PaletteItem[] => {
    if (text !== undefined) {
      const item = { id: `recent-${text}`, label: text, icon: History, group, fill: text }
      return [{ ...item, run: () => undefined }]
    }
    const command = commands.find((candidate) => candidate.id === id)
    return command ? [{ ...command, group }] : []
  })
}

/** Whether the first item is an exact or the only match, or isn’t about a user at all. */
export function isUnambiguous(items: readonly PaletteItem[], typed: string): boolean {
  const [first, second] = items
  if (!first?.user || !second?.user) return true
  const { id, username } = first.user
  const name = typed.trim().replace(/^@/, '').toLowerCase()
  return username.toLowerCase() === name || id === parseIdSearch(typed)
}
