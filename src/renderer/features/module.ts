import type { Component } from 'vue'
import type { MessageId } from '../../shared/messages/message.ts'
import type { PaletteEntries } from '../components/palette/commands.ts'

/** A screen, and the ways to it. */
export interface Screen {
  /** Unique; links name it. */
  name: string
  /** The URL of the page behind `#`. It begins with `/of/:account` on screens of an account. */
  path: string
  component: () => Promise<unknown>
  /** Also its label in the sidebar, in the palette and among the shortcuts. */
  title: MessageId
  /** Lists it in the sidebar, if it is a screen of an account. */
  icon?: Component
  /** Opens it when pressed after `g`. */
  shortcut?: string
  /** Lists it in the palette, under these words too. */
  keywords?: MessageId
  /** Its label in the palette, if it isn't the title. */
  paletteLabel?: MessageId
  /** The section that it is a tab of, by the name of the section's first screen. */
  section?: string
  /** The screen that it belongs to: marked in the sidebar, and opened instead when the account is switched. */
  elsewhere?: string
  /** Shows lists, which use the width of wide windows. */
  wide?: true
  /** Handles dropped files itself. */
  takesFiles?: true
  /** For administrators only. */
  admin?: true
  /** Shows the queue, which opens without a token, and without rights while actions are on hold. */
  queue?: true
}

/** What a feature adds to the app. */
export interface Module {
  screens: readonly Screen[]
  /** Its commands in the palette, loaded behind the first screen. */
  palette?: () => Promise<PaletteEntries>
}
