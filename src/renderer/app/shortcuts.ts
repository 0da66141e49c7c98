import type { MessageId } from '../../shared/messages/message.ts'
import { isMac } from '../ui/keyboard.ts'
import { itemDecisions } from '../../shared/rules/review.ts'
import { moderationKeys } from '../components/moderation/moderation-keys.ts'
import { decisionKeys } from '../features/review/decision-keys.ts'
import { t } from '../ui/messages.ts'
import { screens } from './modules.ts'

/** The heading a shortcut is listed under. */
export type ShortcutGroup = 'app.shortcutsGeneral' | 'app.shortcutsGo' | 'app.shortcutsLists'

/** A keyboard shortcut. `Mod` is Ctrl, or Command on a Mac. */
export interface Shortcut {
  id: string
  /** One or two keys; `join` determines how two combine. */
  keys: readonly [string, string?]
  /** A sequence, a range, or one key per direction. */
  join?: 'then' | 'to' | 'or'
  label: MessageId
  group: ShortcutGroup
  /** The name of the screen it opens. */
  screen?: string
  /** For administrators only. */
  admin?: true
  /** Available only in the desktop app, whose menu handles it. */
  host?: 'electron'
}

/** Shortcuts that open screens. */
const screenShortcuts = screens.flatMap(({ name, title, shortcut, admin }): Shortcut[] =>
  shortcut === undefined
    ? []
    : [
        {
          id: `go-${name}`,
          keys: ['g', shortcut],
          join: 'then',
          label: title,
          group: 'app.shortcutsGo',
          screen: name,
          ...(admin && { admin }),
        },
      ],
)

/** All keyboard shortcuts: the single source of truth for key handling, the list and tooltips. */
export const shortcuts: readonly Shortcut[] = [
  { id: 'palette', keys: ['Mod+K'], label: 'app.goAnywhere', group: 'app.shortcutsGeneral' },
  { id: 'sidebar', keys: ['Mod+B'], label: 'app.shortcutSidebar', group: 'app.shortcutsGeneral' },
  { id: 'settings', keys: ['Mod+,'], label: 'app.settingsScreen', group: 'app.shortcutsGeneral' },
  { id: 'shortcuts', keys: ['?'], label: 'app.shortcuts', group: 'app.shortcutsGeneral' },
  { id: 'quick-status', keys: ['s'], label: 'app.setStatus', group: 'app.shortcutsGeneral' },
  { id: 'undo', keys: ['Mod+Z'], label: 'app.shortcutUndo', group: 'app.shortcutsGeneral' },
  { id: 'toasts', keys: ['F6'], label: 'app.shortcutToasts', group: 'app.shortcutsGeneral' },
  {
    id: 'lock',
    keys: ['Mod+Shift+L'],
    label: 'app.lock',
    group: 'app.shortcutsGeneral',
    host: 'electron',
  },
  {
    id: 'account',
    keys: ['Mod+1', 'Mod+9'],
    join: 'to',
    label: 'app.shortcutAccount',
    group: 'app.shortcutsGeneral',
  },
  ...screenShortcuts,
  {
    id: 'next-row',
    keys: ['j', 'k'],
    join: 'or',
    label: 'app.shortcutRows',
    group: 'app.shortcutsLists',
  },
  { id: 'open-row', keys: ['Enter'], label: 'app.shortcutOpen', group: 'app.shortcutsLists' },
  { id: 'select-row', keys: ['x'], label: 'app.shortcutSelect', group: 'app.shortcutsLists' },
  ...itemDecisions.map((decision): Shortcut => ({
    id: `review-${decision}`,
    keys: [decisionKeys[decision]],
    label: `app.shortcut_${decision}`,
    group: 'app.shortcutsLists',
    admin: true,
  })),
  ...Object.entries(moderationKeys).map(([action, key]): Shortcut => ({
    id: `users-${action}`,
    keys: [`Shift+${key}`],
    label: `app.shortcut_${action as keyof typeof moderationKeys}`,
    group: 'app.shortcutsLists',
    admin: true,
  })),
  {
    id: 'move-account',
    keys: ['Alt+↑', 'Alt+↓'],
    join: 'or',
    label: 'app.shortcutMoveAccount',
    group: 'app.shortcutsLists',
  },
]

/** The shortcut that opens a screen, if any. */
export function screenShortcut(name: string): Shortcut | undefined {
  return shortcuts.find(({ id, screen }) => screen === name || id === name)
}

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
const keyNames: Readonly<Record<string, MessageId>> = {
  Mod: 'app.keyCtrl',
  Shift: 'app.keyShift',
  Enter: 'app.keyEnter',
}

/** A key as printed on keyboards: `Ctrl K` or `⌘ K`. */
export function formatKey(key: string): string {
  return key.split('+').map(formatOne).join(' ')
}

function formatOne(name: string): string {
  const sign = isMac ? macSigns[name] : undefined
  const id = keyNames[name]
  return sign ?? (id ? t(id) : name)
}

/** A full shortcut in words: `g then h`. */
export function formatShortcut({ keys: [first, second], join }: Shortcut): string {
  if (second === undefined) return formatKey(first)
  return t(joinMessages[join ?? 'or'], { first: formatKey(first), second: formatKey(second) })
}

export const joinMessages = {
  then: 'app.shortcutThen',
  to: 'app.shortcutTo',
  or: 'app.shortcutOr',
} as const satisfies Record<string, MessageId>

/** The tooltip for links to a screen. */
export function shortcutHint(screen: string): string | undefined {
  const shortcut = screenShortcut(screen)
  return shortcut && t('app.shortcutHint', { keys: formatShortcut(shortcut) })
}

/** The value of `aria-keyshortcuts`, which can’t express sequences. */
export function ariaShortcut({ keys: [key], join }: Shortcut): string | undefined {
  return join ? undefined : key.replace('Mod', isMac ? 'Meta' : 'Control')
}

/** An event’s key in the notation `shortcuts` uses. Letters without Ctrl or Command keep their case. */
export function pressedKey(event: KeyboardEvent): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event
  if (isComposing || altKey) return undefined
  if (!ctrlKey && !metaKey) return key
  const isMod = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return isMod ? `Mod+${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}` : undefined
}

/** The single-key shortcut for an event. */
export function pressedShortcut(event: KeyboardEvent): string | undefined {
  const key = pressedKey(event)
  return shortcuts.find(({ keys, join }) => !join && keys[0] === key)?.id
}
