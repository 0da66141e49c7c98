import type { Page } from '@playwright/test'
import { invoke } from '../../e2e/support/invoke.ts'
import { visit } from '../../e2e/support/test.ts'
import type { Language } from '../../src/shared/messages/languages.ts'
import { waitUntilSettled } from './tours.ts'
import type { Shot } from './tours.ts'

/** Account screens, by path below the account’s URL. */
const screens = [
  'home',
  'profile',
  'status',
  'avatar',
  'emails',
  'preferences',
  'keys',
  'keys/new',
  'computer',
  'tokens',
  'runners/new',
  'people',
  'admin/people',
  'admin/activities',
  'admin/people/new',
  ...['overview', 'access', 'credentials', 'memberships', 'history'].map(
    (tab) => `admin/people/3?tab=${tab}`,
  ),
  'admin/people/3/edit',
  'admin/people/3/as',
  'admin/service-accounts',
  'admin/review',
  'admin/review/credentials',
  'admin/changes',
  'admin/spam',
  'admin/onboarding',
  'admin/bulk',
  'admin/queue',
  'admin/audit-log',
]

/**
 * Takes a screenshot of each screen in a language. Returns text that doesn’t fit and, in accented English, text missing
 * from the catalog.
 */
export async function languageTour(page: Page, shot: Shot, language: Language): Promise<string[]> {
  await page.waitForURL(/#\/of\//)
  const [, account] = /#(\/of\/[^/]+)/.exec(page.url())!
  await invoke(page, 'settings.set', { language })
  await page.reload()
  const findings: string[] = []
  for (const path of [...screens.map((one) => `${account}/${one}`), '/accounts', '/settings']) {
    await visit(page, path)
    // Without a reload, the previous screen’s heading would be mistaken for this one’s.
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waitUntilSettled(page)
    const name = path.replace(`${account}/`, '').replaceAll(/\W+/g, '-').replace(/^-/, '')
    await shot(`${language}-${name}`)
    const found = await page.evaluate(examine, language === 'en-XA')
    findings.push(...found.map((one) => `${language}, ${name}: ${one}`))
  }
  return findings
}

/** Runs in the page. */
function examine(isAccented: boolean): string[] {
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!.trim()
    const element = node.parentElement!
    if (text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
    const style = getComputedStyle(element)
    // Skips data, and text that is only for screen readers.
    if (
      element.clientWidth === 1 ||
      element.closest('bdi, code, pre, time, option, [lang]:not(html)')
    )
      continue
    const isCut =
      element.scrollWidth > element.clientWidth + 1 &&
      style.overflowX !== 'visible' &&
      style.overflowX !== 'auto'
    if (isCut && style.display !== 'inline') found.add(`cut off: ${text}`)
    const range = document.createRange()
    range.selectNodeContents(node)
    const { right, width } = range.getBoundingClientRect()
    if (width > 0 && right > innerWidth + 1) found.add(`beyond the window: ${text}`)
    if (isAccented && /[a-z]{3,} [a-z]{2,}/i.test(text) && !/[àçðèĝĥìķĺñòþŕšţùŵýž]/i.test(text)) {
      found.add(`not translated: ${text}`)
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page scrolls sideways')
  return [...found]
}
