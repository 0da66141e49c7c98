import type { Sandbox } from '../start.ts'

/** An OAuth client. */
export interface TestApplication {
  clientId: string
  secret: string
  id: number
}

interface ApplicationOptions {
  /** Separated by spaces; `api` by default. */
  scopes?: string
  /** False by default. */
  confidential?: boolean
  /** `http://127.0.0.1/` by default, which matches any port. */
  redirectUri?: string
  name?: string
}

/** Registers an application for the whole instance. Only flavor `gitlab` has applications. */
export async function registerApplication(
  { url, tokens }: Pick<Sandbox, 'url' | 'tokens'>,
  {
    scopes = 'api',
    confidential = false,
    redirectUri = 'http://127.0.0.1/',
    name = 'Latchkey',
  }: ApplicationOptions = {},
): Promise<TestApplication> {
  const response = await fetch(`${url}/api/v4/applications`, {
    method: 'POST',
    headers: { 'private-token': tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ name, scopes, confidential, redirect_uri: redirectUri }),
  })
  if (!response.ok) throw new Error(await response.text())
  const body = (await response.json()) as { application_id: string; secret: string; id: number }
  return { clientId: body.application_id, secret: body.secret, id: body.id }
}

/**
 * Opens the page, signs in, and presses a button, as a user does in a browser. Returns the URL that the browser is
 * redirected to, and throws an error with the page's text if it isn't.
 */
export async function authorizeAs(
  authorizeUrl: string | URL,
  username: string,
  decision: 'authorize' | 'cancel' = 'authorize',
): Promise<URL> {
  const page = await fetch(authorizeUrl)
  const html = await page.text()
  if (!html.includes('<form')) throw new Error(pageText(html))
  const answer = await submit(page.url, { username, decision })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(pageText(await answer.text()))
  return new URL(location)
}

/** Signs a user in on the device that shows this code. Throws an error with the page's text if that fails. */
export async function confirmDevice(
  { url }: Pick<Sandbox, 'url'>,
  userCode: string,
  username: string,
): Promise<void> {
  const answer = await submit(`${url}/oauth/device`, { user_code: userCode, username })
  const text = pageText(await answer.text())
  if (!text.includes('Device successfully authorized')) throw new Error(text)
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

function pageText(html: string): string {
  const main = /<main>(.*)<\/main>/s.exec(html)?.[1] ?? html
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
