import type { Browser, Page } from '@playwright/test'

export interface LaunchOptions {
  /** The data folder. */
  data: string
  env: Record<string, string>
  flags: string[]
  /** The Chromium in which the browser host's page opens; started when it is first asked for. */
  chromium(): Promise<Browser>
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** Signed in to before the page opens. */
  account?: { baseUrl: string; token: string }
  /** Sees the page before it loads anything. */
  beforeOpen?(page: Page): Promise<void> | void
}

/** Latchkey with its page open, whichever host it is. */
export interface AppWindow {
  page: Page
  /** What is in the clipboard, as text. */
  clipboard(): Promise<string>
  /** Everything that the host printed. */
  output(): string
  close(): Promise<void>
}
