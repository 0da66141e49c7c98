import type { Page, Request } from '@playwright/test'
import { appTable } from '../../src/shared/operations/index.ts'
import { serviceTable } from '../../src/shared/gitlab/index.ts'
import { expect } from './test.ts'

/** What the refusing host answers, numbered so that each press has its own. */
const refusal = (index: number) => `Refused change ${index} in this test.`

/** The verbs of operations that change something. Others only read. */
const changing =
  /^(add|apply|cancel(?!Scan)|clear|create|decide|delete|dismiss|download|edit|enqueue|forget|ignore|import|install|later|lock|mark|move|pause|postpone|release|remove|rename|renew|reorder|replace|reschedule|reset|restore|resume|retry|revoke|rotate|run|save|send|set|sign|skip$|start|test|trust|undo|unlock|update|use$)/

function isChange(name: string): boolean {
  const [family = '', operation = ''] = name.split('.')
  const declared = (table: object) =>
    (table as Record<string, Record<string, { method?: string }>>)[family]?.[operation]
  if (declared(appTable)) return changing.test(operation) && !/^directory\.update$/.test(name)
  return declared(serviceTable)?.method !== 'GET'
}

/** For changes whose answer is the changed state: how to read that state instead. */
const reads: Readonly<Record<string, { name: string; keys: readonly string[] }>> = {
  'accounts.reorder': { name: 'accounts.list', keys: [] },
  'accounts.update': { name: 'accounts.refresh', keys: ['id'] },
  'settings.set': { name: 'settings.get', keys: [] },
}

/**
 * Prevents every change from now on: refuses it or, if `answersUnchanged`, answers with the unchanged state if it can.
 * Returns the names of these operations, and waits for those in flight.
 */
export async function refuseChanges(page: Page, { answersUnchanged = false } = {}) {
  const refused: string[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().endsWith('/invoke')) pending.add(request)
  })
  for (const ended of ['requestfinished', 'requestfailed'] as const)
    page.on(ended as 'requestfinished', (request) => void pending.delete(request))
  await page.route('**/invoke', (route) => {
    const call = route.request().postDataJSON() as { name: string; input?: Record<string, unknown> }
    const { name, input = {} } = call
    if (!isChange(name)) return route.fallback()
    const read = answersUnchanged ? reads[name] : undefined
    if (read) {
      refused.push(name)
      const entries = read.keys.map((key) => [key, input[key]])
      const postData = { ...call, name: read.name, input: Object.fromEntries(entries) }
      return route.continue({ postData: JSON.stringify(postData) })
    }
    const failure = { kind: 'forbidden', status: 403, message: refusal(refused.push(name)) }
    return route.fulfill({ json: { ok: false, failure } })
  })
  /** Waits until nothing is loading, and the page has rendered it. */
  async function settle(): Promise<void> {
    await expect
      .poll(async () => {
        await page.evaluate(
          () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
        )
        return pending.size + (await page.locator('main .n-skeleton').count())
      })
      .toBe(0)
  }
  return { refused, settle }
}

/**
 * Lists what can be pressed: in an open menu, else in an open dialog or drawer, else in the screen. Only the first two
 * rows of each list count, and links only navigate.
 */
function listControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isVisible = (it: Element) => it.checkVisibility({ visibilityProperty: true })
    const last = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(isVisible).at(-1)
    const scope =
      last('[role=menu], [role=listbox], .n-base-select-menu') ??
      last('dialog[open], [role=dialog]') ??
      document.querySelector('main')!
    const selector =
      'button, summary, [role=menuitem], [role=menuitemcheckbox], [role=switch], [role=checkbox], [role=radio], [role=option], [role=combobox], input[type=checkbox], input[type=radio], .n-base-select-option'
    for (const one of document.querySelectorAll('[data-press]')) one.removeAttribute('data-press')
    const counts = new Map<string, number>()
    return [...scope.querySelectorAll<HTMLElement>(selector)]
      .filter((it) => {
        if (
          !isVisible(it) ||
          it.matches(':disabled, [aria-disabled=true]') ||
          it.closest('[inert]')
        )
          return false
        const rows = 'li, tbody tr, [role=row], [role=gridcell], [role=option]'
        for (let row = it.closest(rows); row; row = row.parentElement!.closest(rows)) {
          if ([...row.parentElement!.children].indexOf(row) > 1) return false
        }
        return true
      })
      .map((it) => {
        const label = (it as HTMLInputElement).labels?.[0]?.innerText
        const name = it.ariaLabel ?? (it.innerText || label || it.title)
        // Without a count, because presses change it.
        const words = name.replace(/\s+/g, ' ').trim().replace(/ \d+$/, '')
        const base = `${it.role ?? it.tagName.toLowerCase()} ${words}`
        const count = (counts.get(base) ?? 0) + 1
        counts.set(base, count)
        const key = count > 1 ? `${base} #${count}` : base
        it.dataset['press'] = key
        return key
      })
  })
}

/** Fills empty fields, and checks consent boxes, in the open dialog or the screen. */
async function fill(page: Page): Promise<void> {
  const fields = await page.evaluate(() => {
    const isVisible = (it: Element) => it.checkVisibility({ visibilityProperty: true })
    const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')]
      .filter(isVisible)
      .at(-1)
    const scope = dialog ?? document.querySelector('main')!
    const values: string[] = []
    for (const it of scope.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (
        !isVisible(it) ||
        it.matches(':disabled, [readonly], [role=combobox], [type=search], [role=searchbox]')
      )
        continue
      if (it.type === 'checkbox' && dialog && !it.checked) it.click()
      const isText = ['text', 'password', 'email', 'url', 'textarea'].includes(it.type)
      if (!isText || it.value !== '') continue
      const label = it.labels?.[0]?.innerText ?? it.ariaLabel ?? ''
      const typed = /^Type (.+) to confirm/.exec(label)?.[1]
      it.dataset['fill'] = String(values.length)
      values.push(
        typed ??
          (/mail/i.test(label)
            ? 'new@tidewater.example'
            : /url/i.test(label)
              ? 'https://gitlab.example'
              : 'Filled in'),
      )
    }
    return values
  })
  for (const [index, value] of fields.entries())
    await page
      .locator(`[data-fill="${index}"]`)
      .first()
      .fill(value)
      .catch(() => undefined)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-fill]')) one.removeAttribute('data-fill')
  })
}

/** Everything on screen that claims a success: toasts, and text in the color of success. */
function claims(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.toast .text, .success')]
      .map((it) => it.innerText.trim())
      .filter(Boolean),
  )
}

export interface Pressed {
  path: string
  /** The changes that it requested, all refused. */
  refused: string[]
  /** What the page then claimed, other than the refusal. */
  claims: string[]
  /** Whether it said that a change was refused. */
  isSaid: boolean
}

/** Presses every control of the open screen, and of whatever each opens, once. */
export async function pressAll(
  page: Page,
  { refused, settle }: Awaited<ReturnType<typeof refuseChanges>>,
  reopen: () => Promise<void>,
  maxDepth = 4,
): Promise<{ presses: Pressed[]; missed: string[] }> {
  const presses: Pressed[] = []
  const missed: string[] = []
  const seen = new Set<string>()
  async function press(key: string): Promise<void> {
    const control = page.locator(`[data-press=${JSON.stringify(key)}]`).first()
    // A click beside an open panel only closes it.
    const isBeside = () =>
      control.evaluate((it) => !it.closest('.panel, dialog'), null, { timeout: 5_000 })
    const shade = page.locator('main .shade')
    if ((await shade.count()) > 0 && (await isBeside())) await shade.dispatchEvent('mousedown')
    await control.click({ timeout: 5_000 })
  }

  async function open(path: readonly string[]): Promise<boolean> {
    await reopen()
    await settle()
    for (const key of path) {
      await fill(page)
      if (!(await listControls(page)).includes(key)) return false
      await press(key)
      await settle()
    }
    return true
  }

  async function explore(path: readonly string[], keys: readonly string[]): Promise<void> {
    let isOpen = true
    for (const key of keys) {
      if (!isOpen) isOpen = await open(path)
      await fill(page)
      if (!isOpen || !(await listControls(page)).includes(key)) {
        missed.push([...path, key].join(' → '))
        isOpen = false
        continue
      }
      const before = await claims(page)
      const from = refused.length
      const url = page.url()
      try {
        await press(key)
      } catch {
        missed.push([...path, key].join(' → '))
        isOpen = false
        continue
      }
      await settle()
      const requested = refused.slice(from)
      const answers = requested.map((_, index) => refusal(from + index + 1))
      const isRefusal = (text: string) => answers.some((answer) => text.includes(answer))
      presses.push({
        path: [...path, key].join(' → '),
        refused: requested,
        claims: (await claims(page)).filter((text) => !before.includes(text) && !isRefusal(text)),
        isSaid: isRefusal(await page.evaluate(() => document.body.innerText)),
      })
      const isStillOpen = async () => {
        const shown = page.url() === url ? await listControls(page) : []
        return keys.every((it) => shown.includes(it))
      }
      const opened =
        page.url() === url ? (await listControls(page)).filter((it) => !seen.has(it)) : []
      for (const it of opened) seen.add(it)
      if (opened.length > 0 && path.length < maxDepth) await explore([...path, key], opened)
      isOpen = await isStillOpen()
    }
  }
  await settle()
  await fill(page)
  const first = await listControls(page)
  for (const key of first) seen.add(key)
  await explore([], first)
  return { presses, missed }
}
