import type { Component } from 'vue'
import type { MessageId } from '../../shared/messages/message.ts'
import type { PaletteEntries } from '../components/palette/commands.ts'

/** A screen, and how to open it. */
export interface Screen {
  /** Unique; used in links. */
  name: string
  /** The URL after `#`. It starts with `/of/:account` for screens of an account. */
  path: string
  component: () => Promise<unknown>
  /** Also its label in the sidebar, in the palette and among the shortcuts. */
  title: MessageId
  /** Adds it to the sidebar, if it is a screen of an account. */
  icon?: Component
  /** Opens it when pressed after `g`. */
  shortcut?: string
  /** Adds it to the palette, with these search terms. */
  keywords?: MessageId
  /** Palette label; defaults to the title. */
  paletteLabel?: MessageId
  /** The section it is a tab of, by the name of the section’s first screen. */
  section?: string
  /** The screen it belongs to: highlighted in the sidebar, and opened instead on an account switch. */
  elsewhere?: string
  /** Contains lists, which use the width of wide windows. */
  wide?: true
  /** Whether it handles dropped files itself. */
  takesFiles?: true
  /** For administrators only. */
  admin?: true
  /** Shows the queue, which opens without a token, and without admin rights while actions are on hold. */
  queue?: true
}

/** A feature’s contributions to the app. */
export interface Module {
  screens: readonly Screen[]
  /** Its palette commands, loaded after the first screen. */
  palette?: () => Promise<PaletteEntries>
}
