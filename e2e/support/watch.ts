import type { Page } from '@playwright/test'

/** A page’s console errors and every response it received. */
export interface PageWatch {
  /** Console errors and warnings, exceptions, and policy violations. */
  complaints: string[]
  /** The host’s responses, with headers and body, and its event messages, as text. */
  answers: Promise<string>[]
}

export async function watchPage(page: Page): Promise<PageWatch> {
  const pageWatch: PageWatch = { complaints: [], answers: [] }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageWatch.complaints.push(message.text())
  })
  page.on('pageerror', (error) => pageWatch.complaints.push(String(error)))
  page.on('response', (response) => {
    // The event stream never ends; its messages are recorded below.
    if (response.url().endsWith('/events') || response.url().includes('/assets/')) return
    pageWatch.answers.push(
      response.text().then(
        (text) => JSON.stringify(response.headers()) + text,
        () => '',
      ),
    )
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.responseReceived', async ({ requestId, response }) => {
    if (!response.url.endsWith('/events')) return
    // Later data arrives in `dataReceived`. The stream may already have ended.
    const { bufferedData } = await devtools
      .send('Network.streamResourceContent', { requestId })
      .catch(() => ({ bufferedData: '' }))
    pageWatch.answers.push(Promise.resolve(atob(bufferedData)))
  })
  devtools.on('Network.dataReceived', ({ data }) => {
    if (data) pageWatch.answers.push(Promise.resolve(atob(data)))
  })
  return pageWatch
}
