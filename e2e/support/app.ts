import type { Browser, Page } from '@playwright/test'

export interface LaunchOptions {
  /** The data folder. */
  data: string
  env: Record<string, string>
  flags: string[]
  /** The Chromium for the browser host’s page; started on first use. */
  chromium(): Promise<Browser>
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Signed in before the page opens. */
  account?: { baseUrl: string; token: string }
  /** Receives the page before it loads anything. */
  beforeOpen?(page: Page): Promise<void> | void
}

/** Latchkey with its page open, on either host. */
export interface AppWindow {
  page: Page
  /** The clipboard’s text. */
  clipboard(): Promise<string>
  /** The host’s entire output. */
  output(): string
  close(): Promise<void>
}
