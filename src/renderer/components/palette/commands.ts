import { type Component, onScopeDispose, readonly, shallowReactive } from 'vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** A command in the palette. */
export interface Command {
  /** Unique and stable, so that recent commands can be restored. */
  id: string
  label: string
  /** The object, shown next to the label: an email address, a fingerprint. */
  detail?: string
  icon?: Component | undefined
  /** The user it is about, shown with their picture. */
  user?: { id: number; name: string; username: string }
  /** Notable facts, such as “Bot”. */
  warnings?: readonly string[]
  /** Why it is unavailable now. It is shown but can’t be run. */
  unavailable?: string
  /** The heading it is listed under. */
  group: MessageId
  /** Additional search terms. */
  keywords?: string
  /** Its keys as shown: `g h`. */
  shortcut?: string | undefined
  /**
   * May open a screen or a confirmation, or act immediately and offer Undo. The palette is closed by then; if this throws,
   * the palette shows the failure and keeps the typed text.
   */
  run: () => unknown
}

/** A command with an argument typed after its verb: `status lunch 30m`, `block @kofi`. */
export interface VerbCommand {
  id: string
  /** The words that start it, shortest first: `status`, `set status`. */
  verbs: readonly string[]
  label: string
  icon?: Component
  /** Additional search terms. */
  keywords?: string
  /** What to type after the verb, such as “text and duration”. */
  argument: string
  /** The commands that Enter can run with the argument, best match first; empty if there are none. */
  suggest: (argument: string) => Command[] | Promise<Command[]>
}

/** A feature’s verb, and which accounts can use it. */
export interface VerbEntry {
  use: (account: Account) => VerbCommand | VerbCommand[]
  /** Whether it makes a change, which a read-only token can’t. */
  writes?: true
  /** For administrators only. */
  admin?: true
}

/** A feature’s palette entries, available on every screen. */
export interface PaletteEntries {
  /** Commands without an argument; the account is undefined before sign-in. */
  useCommands?: (account: Account | undefined) => () => Command[]
  verbs?: readonly VerbEntry[]
}

const screenCommands = shallowReactive(new Set<() => Command[]>())

/** Adds a screen’s commands to the palette while it is open. They may depend on reactive state. */
export function useScreenCommands(commands: () => Command[]): void {
  screenCommands.add(commands)
  onScopeDispose(() => screenCommands.delete(commands))
}

/** The open screen’s commands, read by the palette. */
export const openScreenCommands = readonly(screenCommands)
