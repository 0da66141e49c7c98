import { X509Certificate } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  type CalendarServer,
  startCalendarServer,
} from '../src/core/features/status/calendar/testing/calendar-server.ts'
import { calendarText, eventLines } from '../src/core/features/status/calendar/testing/calendars.ts'
import { openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { invoke } from './support/invoke.ts'
import { callAsUser, type TestSandbox } from './support/sandbox.ts'
import { expect, test } from './support/test.ts'

test.use({ time: noon })

let server: CalendarServer
test.beforeAll(async () => {
  server = await startCalendarServer()
})
test.afterAll(() => server.stop())

/** A meeting between these local times of the test’s day. */
function meeting(from: string, to: string): string[] {
  const at = (time: string) => `20260610T${time.replace(':', '')}00`
  const zone = 'TZID=W. Europe Standard Time'
  return eventLines(`DTSTART;${zone}:${at(from)}`, `DTEND;${zone}:${at(to)}`, 'SUMMARY:Merger')
}

const section = (page: Page) => page.getByRole('region', { name: 'Status from your calendar' })
const current = (page: Page) => page.getByRole('region', { name: 'Current status' })
const calendarRow = (page: Page) => page.getByRole('group', { name: 'Status from your calendar' })

async function message(sandbox: TestSandbox): Promise<string | null> {
  return (await callAsUser<{ message: string | null }>(sandbox, 'GET', '/user/status')).message
}

/** Trusts the certificate of the calendar’s server, as Settings do. */
async function trustServer(page: Page): Promise<void> {
  const { cert } = server.authority
  const trusted = await invoke(page, 'certificates.trust', {
    content: Buffer.from(cert).toString('base64'),
    baseUrl: new URL(server.url).origin,
    fingerprint: new X509Certificate(cert).fingerprint256,
  })
  expect(trusted.ok).toBe(true)
}

async function addCalendar(page: Page): Promise<void> {
  await openScreen(page, 'Settings')
  await section(page).getByLabel('Secret iCal address').fill(server.url)
  await section(page).getByRole('button', { name: 'Add calendar' }).press('Enter')
  const question = page.getByRole('dialog', { name: /^Read a calendar from 127\.0\.0\.1/ })
  await question.getByRole('button', { name: 'Add calendar' }).click()
  await expect(section(page)).toContainText('Calendar with 1 event')
}

test('sets a status from a calendar, keeps one set by hand, and stops for today @full', async ({
  app,
  sandbox,
}) => {
  server.reset(calendarText(...meeting('11:50', '15:00')))
  const page = await app.openSignedIn(sandbox)

  await test.step('rejects an address that isn’t https', async () => {
    await openScreen(page, 'Settings')
    await section(page).getByLabel('Secret iCal address').fill('http://127.0.0.1/calendar.ics')
    await section(page).getByRole('button', { name: 'Add calendar' }).click()
    await expect(section(page)).toContainText('Enter an https address')
    await expect(section(page).getByLabel('Secret iCal address')).toBeFocused()
    await app.expectAccessible()
  })

  await test.step('previews the next 24 hours before it is on', async () => {
    await trustServer(page)
    await addCalendar(page)
    const preview = section(page).getByRole('list', { name: 'Next 24 hours' })
    await expect(preview).toContainText('In a meeting')
    await expect(preview).toContainText('today, 11:50 – 15:00')
    await expect(section(page)).not.toContainText('Merger')
    await expect(section(page).getByRole('switch', { name: /^Set my status/ })).not.toBeChecked()
    await app.expectAccessible()
  })

  await test.step('keeps a status set by hand until it is cleared', async () => {
    await section(page)
      .getByRole('switch', { name: /^Set my status/ })
      .click()
    await expect(section(page).getByRole('switch', { name: /^Set my status/ })).toBeChecked()
    await openScreen(page, 'Status')
    await expect(current(page)).toContainText('Walking the dog')
    await current(page).getByRole('button', { name: 'Clear status' }).click()
    await expect(current(page)).toContainText('In a meeting')
    await expect(page.getByRole('list', { name: 'Next 24 hours' })).toContainText('Calendar')
    expect(await message(sandbox)).toBe('In a meeting')
    await app.expectAccessible()
  })

  await test.step('stops for today on Home', async () => {
    await openScreen(page, 'Home')
    await expect(calendarRow(page)).toContainText(
      /From your calendar: .*In a meeting.* until 15:00/,
    )
    await app.expectAccessible()
    await calendarRow(page).getByRole('button', { name: 'Stop for today' }).press('Enter')
    await expect(current(page)).toContainText('No status set.')
    await expect(calendarRow(page)).toHaveCount(0)
    await openScreen(page, 'Settings')
    await expect(section(page)).toContainText('Paused until tomorrow, 00:00')
    await section(page).getByRole('button', { name: 'Resume' }).click()
    await openScreen(page, 'Home')
    await expect(calendarRow(page)).toBeVisible()
    await calendarRow(page).getByRole('button', { name: 'Not now' }).click()
    await expect(current(page)).toContainText('No status set.')
  })

  await test.step('removes the calendar', async () => {
    await openScreen(page, 'Settings')
    await section(page).getByRole('button', { name: 'Remove calendar' }).click()
    await expect(section(page).getByLabel('Secret iCal address')).toBeVisible()
  })
})

test('clears a status from a calendar at its end, also offline and after sleep @full', async ({
  app,
  sandbox,
  keyring,
}) => {
  server.reset(calendarText(...meeting('11:50', '13:00'), ...meeting('14:00', '15:00')))
  let page = await app.openSignedIn(sandbox)
  /** Reopens Latchkey as if the computer had slept until this local time. */
  const wakeAt = async (time: string) => {
    page = await app.open({ env: { ...keyring.env, LATCHKEY_TIME: `2026-06-10T${time}:00+02:00` } })
  }
  await callAsUser(sandbox, 'PUT', '/user/status', {})
  await trustServer(page)
  await openScreen(page, 'Settings')
  await section(page).getByLabel('Secret iCal address').fill(server.url)
  await section(page).getByRole('button', { name: 'Add calendar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add calendar' }).click()
  await section(page)
    .getByRole('switch', { name: /^Set my status/ })
    .click()
  await expect.poll(() => message(sandbox)).toBe('In a meeting')

  await test.step('clears it after its end, which passed while the computer slept', async () => {
    await wakeAt('13:30')
    await expect.poll(() => message(sandbox)).toBeNull()
  })

  await test.step('isn’t set over another status if it is too late', async () => {
    await callAsUser(sandbox, 'PUT', '/user/status', { message: 'From my phone' })
    await sandbox.stop()
    await wakeAt('14:10')
    await openScreen(page, 'Settings')
    await expect(section(page)).toContainText('Calendar with 2 events')
    await sandbox.start()
    await page.getByRole('region', { name: 'Connection' }).getByRole('button').click()
    await openScreen(page, 'Status')
    await expect(current(page)).toContainText('From my phone')
    expect(await message(sandbox)).toBe('From my phone')
  })
})

test('plans a vacation by keyboard, and shows it in the list of what will happen @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, undefined, {
    colorScheme: 'dark',
    viewport: { width: 900, height: 600 },
  })
  await openScreen(page, 'Status')
  const times = page.getByRole('region', { name: 'One-time statuses' })
  await times.getByRole('button', { name: 'Add…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New one-time status' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Vacation')
  await dialog.getByLabel('To', { exact: true }).fill('2026-06-10 13:00')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toContainText('Enter a start, and an end at most 30 days later.')
  await dialog.getByLabel('To', { exact: true }).fill('2026-06-18 00:00')
  await app.expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(times.getByRole('listitem', { name: 'Vacation' })).toContainText('tomorrow, 00:00')
  const upcoming = page.getByRole('list', { name: 'Next 24 hours' })
  await expect(upcoming).toContainText('Vacation')
  await expect(upcoming).toContainText('One-time')
  await app.expectAccessible()
  await times.getByRole('button', { name: 'Remove Vacation' }).click()
  await expect(upcoming).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(upcoming).toContainText('Vacation')
})
