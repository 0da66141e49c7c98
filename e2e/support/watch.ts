import type { Page } from '@playwright/test'

/** What a page did that it should not have, and every answer that reached it. */
export interface Watch {
  /** Console errors and warnings, exceptions and violations of the policy. */
  complaints: string[]
  /** Headers and bodies of the answers of the host, and what its events said, as text. */
  answers: Promise<string>[]
}

export async function watch(page: Page): Promise<Watch> {
  const seen: Watch = { complaints: [], answers: [] }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => seen.complaints.push(String(error)))
  page.on('response', (response) => {
    // The stream of events has no end to wait for; its messages are seen below.
    if (response.url().endsWith('/events') || response.url().includes('/assets/')) return
    seen.answers.push(
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
    // From then on its data comes along with `dataReceived`. The stream may have ended already.
    const { bufferedData } = await devtools
      .send('Network.streamResourceContent', { requestId })
      .catch(() => ({ bufferedData: '' }))
    seen.answers.push(Promise.resolve(atob(bufferedData)))
  })
  devtools.on('Network.dataReceived', ({ data }) => {
    if (data) seen.answers.push(Promise.resolve(atob(data)))
  })
  return seen
}
