import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'

const kibibyte = 1024

declare global {
  interface Window {
    layoutShift: number
  }
}

/** Runs in the page: adds up layout shifts in `layoutShift`, each as a fraction of the window. */
function sumLayoutShifts(): void {
  window.layoutShift = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.layoutShift += (entry as PerformanceEntry & { value: number }).value
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

test(
  'loads less than 240 KB, compressed, before the first screen is shown',
  { tag: '@browser' },
  async ({ app }) => {
    const loaded: Response[] = []
    await app.open({
      beforeOpen: (page) => void page.on('response', (answer) => loaded.push(answer)),
    })
    await expect(heading(app.page, 'Sign in')).toBeVisible()
    const files = loaded.filter((answer) =>
      /\.(js|css|woff2|svg|html)$|\/$/.test(new URL(answer.url()).pathname),
    )
    expect(files.length).toBeGreaterThan(3)
    const sizes = await Promise.all(
      files.map(async (answer) => gzipSync(await answer.body()).length),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`first load: ${Math.round(total / kibibyte)} KB compressed, ${files.length} files`)
    expect(total).toBeLessThan(240 * kibibyte)
  },
)

test(
  'doesn’t throw while loading, which would make browsers parse a file twice',
  { tag: '@browser' },
  async ({ app }) => {
    const thrown: string[] = []
    await app.open({
      beforeOpen: async (page) => {
        const devTools = await page.context().newCDPSession(page)
        devTools.on('Debugger.paused', ({ reason, data }) => {
          if (reason === 'exception') thrown.push(`${data?.description}`)
          void devTools.send('Debugger.resume')
        })
        await devTools.send('Debugger.enable')
        await devTools.send('Debugger.setPauseOnExceptions', { state: 'all' })
      },
    })
    await expect(heading(app.page, 'Sign in')).toBeVisible()
    expect(thrown).toEqual([])
  },
)

test(
  'reserves space for Home so that nothing shifts while the rest loads @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const tiles = () => app.page.getByRole('link', { name: /To-do items/ })
    await app.openSignedIn(sandbox)
    await expect(tiles()).toBeVisible()
    await app.open({ beforeOpen: async (page) => void (await page.addInitScript(sumLayoutShifts)) })
    await expect(tiles()).toBeVisible()
    await expect(app.page.getByRole('navigation').first()).toBeVisible()
    await expect(app.page.getByRole('button', { name: 'Refresh' })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    // Only the connection’s state changes its width, in the status bar.
    expect(await app.page.evaluate(() => window.layoutShift)).toBeLessThan(0.005)
  },
)

test(
  'preloads other screens and the palette, and keeps keystrokes typed until then @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const loaded: string[] = []
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      beforeOpen: async (opened) => {
        opened.on('response', (response) => loaded.push(response.url()))
        await opened.route(/CommandPalette.*\.js/, async (route) => {
          await released
          await route.continue()
        })
      },
    })
    await expect(heading(page, 'Home')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+K')
    await page.keyboard.type('audit')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('t settings')
    release()
    await expect(page.getByRole('combobox', { name: 'Go anywhere' })).toHaveValue('audit settings')
    await page.keyboard.press('Escape')

    // This chunk loads last.
    await expect.poll(() => loaded.some((url) => /NotFoundScreen.*\.js$/.test(url))).toBe(true)
    loaded.length = 0
    for (const name of ['Keys', 'Tokens', 'Following', 'Profile']) {
      await openScreen(page, name)
    }
    await expect(page.getByRole('navigation', { name: 'Profile', exact: true })).toBeVisible()
    expect(loaded.filter((url) => /\.(js|css)$/.test(url))).toEqual([])
  },
)
