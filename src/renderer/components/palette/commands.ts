import { type Component, onScopeDispose, readonly, shallowReactive } from 'vue'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Something that a person can do from the command palette. */
export interface Command {
  /** Unique and stable, so that recent commands are found again. */
  id: string
  label: string
  /** What it is about, beside the label: an email address, a fingerprint. */
  detail?: string
  icon?: Component | undefined
  /** The user that it is about, shown by their picture. */
  user?: { id: number; name: string; username: string }
  /** What is unusual about it, such as “Bot”. */
  warnings?: readonly string[]
  /** Why it can’t be done now. It is shown, but can’t be run. */
  unavailable?: string
  /** The heading that it is listed under. */
  group: MessageId
  /** Further words to find it by. */
  keywords?: string
  /** Its keys, as they are shown: `g h`. */
  shortcut?: string | undefined
  /**
   * May open a screen or a confirmation, or act at once and offer to undo it. The palette is closed by then; if this throws, the
   * palette shows the failure and keeps what was typed.
   */
  run: () => unknown
}

/** A command with an argument that is typed behind its verb: `status lunch 30m`, `block @kofi`. */
export interface VerbCommand {
  id: string
  /** The words that start it, the shortest first: `status`, `set status`. */
  verbs: readonly string[]
  label: string
  icon?: Component
  /** Further words to find it by. */
  keywords?: string
  /** What to type behind the verb, such as “text and duration”. */
  argument: string
  /** What Enter would do with the argument, best match first; empty with nothing to offer. */
  suggest: (argument: string) => Command[] | Promise<Command[]>
}

/** A verb of a feature, for the accounts that can use it. */
export interface VerbEntry {
  use: (account: Account) => VerbCommand | VerbCommand[]
  /** Whether it changes something, which a read-only token can’t. */
  writes?: true
  /** For administrators only. */
  admin?: true
}

/** What a feature offers in the palette on every screen. */
export interface PaletteEntries {
  /** Commands without an argument; the account is undefined before somebody signed in. */
  useCommands?: (account: Account | undefined) => () => Command[]
  verbs?: readonly VerbEntry[]
}

const screenCommands = shallowReactive(new Set<() => Command[]>())

/** Offers a screen’s own commands in the palette for as long as the screen is open. They may depend on reactive state. */
export function useScreenCommands(commands: () => Command[]): void {
  screenCommands.add(commands)
  onScopeDispose(() => screenCommands.delete(commands))
}

/** The commands of the open screen, read by the palette. */
export const openScreenCommands = readonly(screenCommands)
