import { type Component, onScopeDispose, readonly, shallowReactive } from 'vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { LatchkeyClient } from '../../bridge/latchkey.ts'

/** A palette command. */
export interface Command {
  /** Unique and stable, so that recent commands can be restored. */
  id: string
  label: string
  /** What it acts on, shown next to the label: an email address or fingerprint, for example. */
  detail?: string
  icon?: Component | undefined
  /** The user it’s about, shown with their picture. */
  user?: { id: number; name: string; username: string }
  /** Warning tags, such as “Bot”. */
  warnings?: readonly string[]
  /** Why it’s currently unavailable. If set, the command is listed but can’t be run. */
  unavailable?: string
  /** The heading it’s listed under. */
  group: MessageId
  /** Additional search terms. */
  keywords?: string
  /** Its shortcut as displayed: `g h`. */
  shortcut?: string | undefined
  /**
   * May open a screen or a confirmation, or act immediately and offer Undo. The palette closes first. If this throws,
   * the palette shows the failure and keeps the typed text.
   */
  run: () => unknown
}

/** A command with an argument typed after its verb: `status lunch 30m`, `block @kofi`. */
export interface VerbCommand {
  id: string
  /** The words that trigger it, shortest first: `status`, `set status`. */
  verbs: readonly string[]
  label: string
  icon?: Component
  /** Additional search terms. */
  keywords?: string
  /** What to type after the verb, such as “text and duration”. */
  argument: string
  /** The commands the argument matches, best first. Enter runs one of them. */
  suggest: (argument: string) => Command[] | Promise<Command[]>
}

/** A feature’s verb and which accounts can use it. */
export interface VerbEntry {
  use: (account: Account) => VerbCommand | VerbCommand[]
  /** Whether it changes something on GitLab, which a read-only token can’t do. */
  writes?: true
  /** For administrators only. */
  admin?: true
}

/** A feature’s palette entries, available on every screen. */
export interface PaletteEntries {
  /** Commands that take no argument. The account is undefined before sign-in. */
  useCommands?: (account: Account | undefined) => () => Command[]
  verbs?: readonly VerbEntry[]
  /** The account’s own things, such as its keys, which are listed only when searched for. */
  useThings?: (account: Account) => ReadThings
}

/** Reads things as commands that open them. */
export type ReadThings = (read: LatchkeyClient) => Promise<Command[]>

const screenCommands = shallowReactive(new Set<() => Command[]>())

/** Adds a screen’s commands to the palette while the screen is open. They may depend on reactive state. */
export function useScreenCommands(commands: () => Command[]): void {
  screenCommands.add(commands)
  onScopeDispose(() => screenCommands.delete(commands))
}

/** The open screen’s commands, for the palette. */
export const openScreenCommands = readonly(screenCommands)
