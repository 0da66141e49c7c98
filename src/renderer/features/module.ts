import type { Component } from 'vue'
import type { DisablableFeature } from '../../shared/rules/policy.ts'
import type { MessageId } from '../../shared/messages/message.ts'
import type { PaletteEntries } from '../components/palette/commands.ts'

/** A screen and the ways to open it. */
export interface Screen {
  /** A unique name, for links. */
  name: string
  /** The part of the URL after `#`. Starts with `/of/:account` if the screen belongs to an account. */
  path: string
  /** Whether a `latchkey://` link and the next start may open it. Opening it must not trigger an action. */
  linkable?: true
  component: () => Promise<unknown>
  /** Also its label in the sidebar, the palette and the list of shortcuts. */
  title: MessageId
  /** Adds it to the sidebar if it belongs to an account. */
  icon?: Component
  /** The key that opens it when pressed after `g`. */
  shortcut?: string
  /** Adds it to the palette, with these search terms. */
  keywords?: MessageId
  /** Palette label; defaults to the title. */
  paletteLabel?: MessageId
  /** If it is a tab: the name of the first screen in its section. */
  section?: string
  /** Its parent screen, which is highlighted in the sidebar and opened instead when the account is switched. */
  elsewhere?: string
  /** Contains lists that use the full width of the window. */
  wide?: true
  /** Whether it handles dropped files itself. */
  takesFiles?: true
  /** The feature that it is part of, if the company can disable it. */
  feature?: DisablableFeature
  /** For administrators only. */
  admin?: true
  /** Shows the queue. It opens even without a token and, while actions are on hold, without admin rights. */
  queue?: true
}

/** A feature’s contributions to the app. */
export interface Module {
  screens: readonly Screen[]
  /** Its palette commands, loaded after the first screen. */
  palette?: () => Promise<PaletteEntries>
}
