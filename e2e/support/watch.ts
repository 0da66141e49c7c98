import type { Page } from '@playwright/test'

/** What a page did that it should not have, and every answer that reached it. */
export interface Watch {
  /** Console errors and warnings, exceptions and violations of the policy. */
  complaints: string[]
  /** Bodies of the answers of the host, as text. */
  answers: Promise<string>[]
}

export function watch(page: Page): Watch {
  const seen: Watch = { complaints: [], answers: [] }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => seen.complaints.push(String(error)))
  page.on('response', (response) => {
    // The stream of events has no end to wait for; what it says is asked for by `invoke` as well.
    if (response.url().endsWith('/events')) return
    seen.answers.push(
      response.text().then(
        (text) => JSON.stringify(response.headers()) + text,
        () => '',
      ),
    )
  })
  return seen
}
