import type { Page } from '@playwright/test'
import type { Release, Updates } from '../src/shared/operations/updates.ts'
import { openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'

async function openSettings(page: Page): Promise<void> {
  await openScreen(page, 'Settings')
  await expect(heading(page, 'Settings')).toBeVisible()
}

const notes = 'Trays <img src=x onerror=alert(1)>\n• menus'
const release: Release = { version: '9.9.9', date: '2026-05-04T09:00:00Z', notes }
const answers: Record<string, Updates> = {
  get: { state: 'available', release },
  later: { state: 'available', release, deferral: 'later' },
  download: { state: 'ready', release },
  install: { state: 'ready', release },
}

test(
  'shows how the app is updated, and offers a new version @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox)

    await test.step('shows in a browser how it is updated, and the licenses of its packages', async () => {
      await openSettings(page)
      const updates = page.getByRole('region', { name: 'Updates' })
      await expect(updates).toContainText('Latchkey runs from source')
      await expect(updates.getByRole('button')).toHaveCount(0)

      await page.getByRole('button', { name: 'Show licenses' }).click()
      const licenses = page.getByRole('dialog', { name: 'Third-party licenses' })
      await licenses.getByLabel('Search packages').fill('openpgp')
      await licenses.locator('summary', { hasText: 'openpgp' }).click()
      await expect(licenses.getByText('GNU LESSER GENERAL PUBLIC LICENSE').first()).toBeVisible()
      await app.expectAccessible()
      await licenses.getByRole('button', { name: 'Close' }).click()
      await expect(licenses).toHaveCount(0)
    })

    await test.step('shows a new version as text, and installs it on request', async () => {
      // Responds like a desktop app that updates itself.
      const requestedOperations: string[] = []
      await page.route('**/invoke', (route) => {
        const { name } = route.request().postDataJSON() as { name: string }
        const [family, operation] = name.split('.')
        if (family !== 'updates') return route.fallback()
        requestedOperations.push(operation!)
        return route.fulfill({ json: { ok: true, value: answers[operation!] } })
      })
      await page.reload()
      await expect(heading(page, 'Settings')).toBeVisible()
      const updates = page.getByRole('region', { name: 'Updates' })
      await expect(updates).toContainText(/Version 9\.9\.9\s+Released 4 May 2026/)
      await expect(updates.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
      await app.expectAccessible()
      await updates.getByRole('button', { name: 'Not now' }).click()
      await expect(updates).toContainText('Postponed for three days.')
      await updates.getByRole('button', { name: 'Download' }).click()
      await expect(updates.getByRole('status')).toContainText('Installed when you quit')
      await updates.getByRole('button', { name: 'Restart and install' }).click()
      await expect.poll(() => requestedOperations).toEqual(['get', 'later', 'download', 'install'])
    })
  },
)
