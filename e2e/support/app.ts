import type { Browser, Page } from '@playwright/test'

export interface LaunchOptions {
  /** The data folder. */
  data: string
  env: Record<string, string>
  flags: string[]
  /** The Chromium for the browser host’s page; started on first use. */
  chromium(): Promise<Browser>
  /** A command that starts the browser host. */
  starter?: readonly string[]
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Added before the page opens. */
  account?: { baseUrl: string; token: string }
  /** Runs before the page loads anything. */
  beforeOpen?(page: Page): Promise<void> | void
}

/** A running Latchkey with its page open, on either host. */
export interface AppWindow {
  page: Page
  /** Reads the clipboard’s text. */
  clipboard(): Promise<string>
  /** Everything the host has printed so far. */
  output(): string
  close(): Promise<void>
}
