import { selectAll } from './support/directory.ts'
import type { Locator, Page } from '@playwright/test'
import { dataAge, enqueueAction, openScreen } from './support/actions.ts'
import { noon } from './support/clock.ts'
import { openAdminUser, findUser } from './support/person.ts'
import { sshFolder } from './support/ssh-folder.ts'
import { type TestSandbox, callAsAdmin, callAsUser } from './support/sandbox.ts'
import { viewButton } from './support/lists.ts'
import { chooseForRun } from './support/moderation.ts'
import { expect, heading, test } from './support/test.ts'

test.use({ time: noon })

const attention = (page: Page) => page.getByRole('list', { name: 'Needs your attention' })
const serviceDownMark = (page: Page) =>
  dataAge(page).getByText('Can’t reach GitLab', { exact: true })
const refreshButton = (page: Page) => page.getByRole('button', { name: 'Refresh' })

/** Removes all items that need attention and, optionally, all keys. */
async function clearAttention({ url }: TestSandbox, token: string, keys = true): Promise<void> {
  const call = (path: string, method = 'GET') =>
    fetch(`${url}/api/v4${path}`, { method, headers: { 'PRIVATE-TOKEN': token } })
  for (const { id, expires_at } of await (await call('/user/keys?per_page=100')).json()) {
    if (expires_at || !keys) await call(`/user/keys/${id}`, 'DELETE')
  }
  for (const { id, confirmed_at } of await (await call('/user/emails?per_page=100')).json()) {
    if (!confirmed_at) await call(`/user/emails/${id}`, 'DELETE')
  }
  const self = await (await call('/personal_access_tokens/self')).json()
  const tokens = await call(`/personal_access_tokens?user_id=${self.user_id}&per_page=100`)
  for (const { id } of await tokens.json()) {
    if (id !== self.id) await call(`/personal_access_tokens/${id}`, 'DELETE')
  }
  await call('/user/status', 'PUT')
}

test('shows items that need attention, even while GitLab is down @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)

  await test.step('opens first, and links each item to its screen', async () => {
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page.getByRole('link', { name: /To-do items/ })).toHaveAttribute(
      'href',
      `${sandbox.url}/dashboard/todos`,
    )
    await expect(attention(page)).toContainText('expires in')
    await app.expectAccessible()
    await attention(page)
      .getByRole('link', { name: /isn’t confirmed/ })
      .first()
      .click()
    await expect(heading(page, 'Emails')).toBeVisible()
    // The linked row is the current one, and is briefly highlighted.
    const row = page.getByRole('row').filter({ hasText: 'Not confirmed' })
    await expect(row).toHaveClass(/current/)
    await expect(row).toHaveAttribute('data-shown')
    await expect(row).not.toHaveAttribute('data-shown')
    await page.goBack()
    await attention(page)
      .getByRole('link', { name: /^SSH key .* expires .* Renew$/ })
      .first()
      .click()
    await expect(heading(page, 'Keys')).toBeVisible()
    await expect(page).toHaveURL(/show=ssh-\d+.*renew=1/)
  })

  await test.step('keeps loaded items while GitLab is down, and refreshes once it is up', async () => {
    await openScreen(page, 'Home')
    await expect(attention(page)).toBeVisible()
    await sandbox.stop()
    await refreshButton(page).click()
    await expect(serviceDownMark(page)).toBeVisible()
    await expect(attention(page)).toContainText('expires in')
    await expect(page.getByText(/^Updated today/)).toBeVisible()

    await openScreen(page, 'Settings')
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(attention(page)).toContainText('expires in')
    await expect(serviceDownMark(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await app.expectAccessible()
    await sandbox.start()
    await page.getByRole('region', { name: 'Connection' }).getByRole('button').click()
    await expect(serviceDownMark(page)).toHaveCount(0)
    await expect(attention(page)).toContainText('expires in')
  })
})

test('shows “All clear” only if every check succeeded @full', async ({ app, sandbox }) => {
  await test.step('shows it when nothing needs attention', async () => {
    await clearAttention(sandbox, sandbox.tokens.user)
    const page = await app.openSignedIn(sandbox)
    await expect(page.getByText('All clear')).toBeVisible()
    await expect(attention(page)).toHaveCount(0)
    await app.expectAccessible()
  })

  await test.step('hides it while something can’t be read', async () => {
    const { page } = app
    await sandbox.stop()
    await refreshButton(page).click()
    await expect(serviceDownMark(page)).toBeVisible()
    await expect(page.getByText('All clear')).toHaveCount(0)
    await sandbox.start()
    await page.getByRole('region', { name: 'Connection' }).getByRole('button').click()
    await expect(page.getByText('All clear')).toBeVisible()
  })

  await test.step('hides it without SSH keys', async () => {
    await clearAttention(sandbox, sandbox.tokens.user, false)
    const { page } = app
    await refreshButton(page).click()
    await expect(page.getByText('All clear')).toHaveCount(0)
    await attention(page).getByRole('link', { name: 'No SSH key yet' }).click()
    await expect(heading(page, 'Keys')).toBeVisible()
  })
})

test('ignores an item, shows it on request, and restores it in place @full', async ({
  app,
  sandbox,
}) => {
  let page = await app.openSignedIn(sandbox)
  const ignore = () => attention(page).getByRole('button', { name: /^Ignore: .*isn’t confirmed$/ })
  const rows = () => attention(page).getByRole('listitem').allInnerTexts()
  const ignored = () => page.getByRole('list', { name: 'Ignored' })
  await expect(ignore()).toBeVisible()
  const before = await rows()

  await test.step('ignores by keyboard, and restores with Undo', async () => {
    await ignore().press('Enter')
    await expect(page.getByText(/^Ignored: .*isn’t confirmed$/)).toBeVisible()
    await expect(attention(page).getByRole('listitem')).toHaveCount(before.length - 1)
    await expect(
      attention(page)
        .getByRole('button', { name: /^Ignore: / })
        .and(page.locator(':focus')),
    ).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(rows).toEqual(before)
  })

  await test.step('remembers it after a restart', async () => {
    await ignore().click()
    await expect(page.getByRole('button', { name: '1 ignored' })).toBeVisible()
    page = await app.open()
    await expect(attention(page)).toBeVisible()
    await expect(ignore()).toHaveCount(0)
    await page.getByRole('button', { name: '1 ignored' }).click()
    await expect(ignored()).toContainText('isn’t confirmed')
    await app.expectAccessible()
    await ignored()
      .getByRole('button', { name: /^Restore: .*isn’t confirmed$/ })
      .click()
    await expect(ignored()).toHaveCount(0)
    await expect(ignore()).toBeVisible()
    await expect(heading(page, 'Home')).toBeFocused()
  })
})

test('moves focus to the next item when ignored items are restored @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  const ignore = attention(page).getByRole('button', { name: /^Ignore: / })
  const restore = page.getByRole('list', { name: 'Ignored' }).getByRole('button')
  for (const count of [1, 2, 3]) {
    await ignore.first().click()
    await expect(page.getByRole('button', { name: `${count} ignored` })).toBeVisible()
  }
  await page.getByRole('button', { name: '3 ignored' }).click()
  await restore.nth(1).press('Enter')
  await expect(restore).toHaveCount(2)
  await expect(restore.nth(1)).toBeFocused()
  await page.getByRole('button', { name: 'Restore all' }).press('Enter')
  await expect(restore).toHaveCount(0)
  await expect(heading(page, 'Home')).toBeFocused()
})

const heldOperations = [
  'attention.administration',
  'attention.get',
  'localGpgKeys.list',
  'localSshKeys.list',
  'ownStatus.get',
]

/** Holds back Home’s requests until released by name, and records every section’s position in each frame. */
async function holdReads(page: Page) {
  const heldRequests: { name: string; release: () => void }[] = []
  const released = new Set<string>()
  await page.addInitScript(() => {
    const tops: Record<string, number[]> = {}
    Object.assign(globalThis, { tops })
    const note = () => {
      for (const part of document.querySelectorAll<HTMLElement>(
        'main :is(section, ul)[aria-label], main section[aria-labelledby]',
      )) {
        const label = part.ariaLabel ?? part.querySelector('h2')?.textContent ?? ''
        const top = Math.round(part.getBoundingClientRect().top)
        const known = (tops[`${part.tagName} ${label}`] ??= [])
        if (part.offsetParent && !known.includes(top)) known.push(top)
      }
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.route('**', async (route) => {
    const body = route.request().postData() ?? ''
    const name = heldOperations.find(
      (one) => body.includes(`"name":"${one}"`) && !body.includes('cache.read'),
    )
    if (name && !released.has(name))
      await new Promise<void>((release) => heldRequests.push({ name, release }))
    await route.fallback()
  })
  return {
    async release(name: string) {
      await expect.poll(() => heldRequests.some((one) => one.name === name)).toBe(true)
      released.add(name)
      for (const one of heldRequests) if (one.name === name) one.release()
    },
    tops: () =>
      page.evaluate(() => (globalThis as unknown as { tops: Record<string, number[]> }).tops),
  }
}

const userReads = ['ownStatus.get', 'localSshKeys.list', 'localGpgKeys.list', 'attention.get']
const columns = [
  ['Needs your attention', 'New keys'],
  ['Current status', 'Counts'],
]
const [wide, narrow] = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
]
for (const { who, token, names, viewport = wide } of [
  { who: 'a developer', token: 'user', names: userReads },
  { who: 'a developer, in another order', token: 'user', names: userReads.toReversed() },
  { who: 'a developer in a narrow window', token: 'user', names: userReads, viewport: narrow },
  {
    who: 'an administrator',
    token: 'admin',
    names: ['attention.get', 'attention.administration', ...userReads.slice(0, 3)],
  },
] as const) {
  test(
    `doesn’t shift while sections load for ${who} @full`,
    { tag: '@browser' },
    async ({ app, sandbox, keyring }) => {
      sshFolder(keyring.env.HOME!).make('id_ed25519', 'ada@home')
      let reads!: Awaited<ReturnType<typeof holdReads>>
      const page = await app.openSignedIn(sandbox, sandbox.tokens[token], {
        viewport,
        beforeOpen: async (opened) => void (reads = await holdReads(opened)),
      })
      for (const name of names) await reads.release(name)
      for (const name of columns.flat()) {
        await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
      }
      const tops = await reads.tops()
      expect(Object.entries(tops).filter(([, places]) => places.length > 1)).toEqual([])
      const [first, side] = columns.map((parts) =>
        parts.map((part) => tops[`SECTION ${part}`]![0]!),
      ) as [number[], number[]]
      const order = viewport === narrow ? [side[0]!, ...first, side[1]!] : first
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      expect(side[0]).toBeLessThan(side[1]!)
    },
  )
}

test(
  'keeps positions while sections load, and adds late rows after others of the same rank @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    let reads!: Awaited<ReturnType<typeof holdReads>>
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      beforeOpen: async (opened) => void (reads = await holdReads(opened)),
    })
    const { release } = reads
    const tiles = page.getByRole('region', { name: 'Counts' })
    const top = async (place: Locator) => (await place.boundingBox())!.y
    await release('ownStatus.get')
    await expect(page.getByRole('main').getByText('Walking the dog')).toBeVisible()
    const tilesTop = await top(tiles)
    await release('localSshKeys.list')
    await release('localGpgKeys.list')
    await release('attention.get')
    await expect(attention(page)).toBeVisible()
    expect(await top(tiles)).toBe(tilesTop)
    await page.unroute('**')

    const titles = () => attention(page).locator('strong').allInnerTexts()
    const before = await titles()
    const firstTop = await top(attention(page).getByRole('listitem').first())
    for (const name of ['late', 'later', 'latest'])
      await callAsUser(sandbox, 'POST', '/user/emails', { email: `${name}@example.com` })
    await refreshButton(page).click()
    // These items outrank an unused token that’s already on screen, but are added after it.
    await expect(attention(page)).toContainText('late@example.com')
    expect((await titles()).slice(0, before.length)).toEqual(before)
    expect(await top(attention(page).getByRole('listitem').first())).toBe(firstTop)
    await expect(attention(page)).not.toContainText('latest@example.com')
    await page.getByRole('button', { name: 'Show all 9' }).click()
    await expect(attention(page)).toContainText('latest@example.com')
  },
)

test('lists what will soon stop working first @full', async ({ app, sandbox }) => {
  const page = await app.openSignedIn(sandbox)
  await expect(attention(page).locator('strong')).toHaveText([
    /^SSH key .* expires/,
    /^Token .* expires/,
    /^Token .* has expired/,
    /^Token .* has expired/,
    /isn’t confirmed/,
    /hasn’t been used/,
  ])
})

test(
  'lets cached items be read at once, and acted on when GitLab has responded @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    await app.openSignedIn(sandbox)
    await expect(attention(app.page)).toBeVisible()
    let reads!: Awaited<ReturnType<typeof holdReads>>
    const page = await app.open({
      beforeOpen: async (opened) => void (reads = await holdReads(opened)),
    })
    await expect(attention(page)).toContainText('expires in')
    await expect(attention(page).getByRole('link')).toHaveCount(0)
    await expect(attention(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Clear status' })).toHaveCount(0)
    await reads.release('attention.get')
    await expect(attention(page).getByRole('link', { name: /Renew$/ })).toBeVisible()
    await reads.release('ownStatus.get')
    await expect(page.getByRole('button', { name: 'Clear status' })).toBeVisible()
    const tops = await reads.tops()
    expect(Object.entries(tops).filter(([, places]) => places.length > 1)).toEqual([])
  },
)

test('shows administrators pending approvals and queued actions, with links @full', async ({
  app,
  sandbox,
}) => {
  await clearAttention(sandbox, sandbox.tokens.admin)
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  const row = (name: string | RegExp) => attention(page).getByRole('link', { name })
  await page.getByRole('button', { name: 'Load now' }).click()
  await row(/users? pending approval/).click()
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1)).toContainText(
    /@(newcomer|patient-one)/,
  )

  const { id } = (await findUser(sandbox, 'wordy'))!
  await openScreen(page, 'Queue')
  await expect(page.getByRole('link', { name: /users? (is|are) pending approval/ })).toBeVisible()
  await page.getByRole('button', { name: 'Pause all' }).click()
  await openAdminUser(page, sandbox, 'wordy')
  await enqueueAction(page, 'Block')
  await openScreen(page, 'Home')
  await expect(row('1 action paused')).toBeVisible()
  await callAsAdmin(sandbox, 'POST', `/users/${id}/ban`)
  await openScreen(page, 'Queue')
  await page.getByRole('button', { name: 'Resume' }).click()
  await chooseForRun(page, 'Send all now')
  await expect(viewButton(page, 'Needs review 1')).toBeVisible()
  await openScreen(page, 'Home')
  await expect(page.getByText('All clear')).toHaveCount(0)
  await app.expectAccessible()
  await row('1 action needs review').click()
  const decide = viewButton(page, 'Needs review')
  await expect(decide).toHaveAttribute('aria-current', 'true')
  // Needs review is also the default tab while actions await a decision.
  await openScreen(page, 'Home')
  await openScreen(page, 'Queue')
  await expect(decide).toHaveAttribute('aria-current', 'true')
})

test(
  'refreshes when the window gains focus, at most once a minute @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      beforeOpen: (opened) => opened.clock.install(),
    })
    await expect(attention(page)).toBeVisible()
    await clearAttention(sandbox, sandbox.tokens.user)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('attention.get')) calls.push(request.url())
    })
    await page.clock.fastForward(61_000)
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      window.dispatchEvent(new Event('focus'))
    })
    await expect(page.getByText('All clear')).toBeVisible()
    expect(calls).toHaveLength(1)
  },
)

test('selects pending users only when asked, then approves them all after a preview @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox, sandbox.tokens.admin)
  await page.getByRole('button', { name: 'Load now' }).click()
  await attention(page)
    .getByRole('link', { name: /Review \d+ pending$/ })
    .click()
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1)).toContainText(
    /@(newcomer|patient-one)/,
  )
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(toolbar.getByRole('status')).toHaveText(/^\d+ users$/)
  await expect(toolbar.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await selectAll(page).click()
  await toolbar.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('button', { name: /^Approve \d+ users?$/ }).click()
  await expect(heading(page, /^Run: /)).toBeVisible()
  await expect(page.getByText(/approv/i).first()).toBeVisible()
})

test(
  'fits a 1280×800 window without scrolling @full',
  { tag: '@browser' },
  async ({ app, sandbox }) => {
    const page = await app.openSignedIn(sandbox, sandbox.tokens.user, {
      viewport: { width: 1280, height: 800 },
    })
    await expect(attention(page)).toBeVisible()
    await expect(page.getByRole('link', { name: /To-do items/ })).toBeInViewport({ ratio: 1 })
    const isOverflowing = await page
      .getByRole('main')
      .evaluate((main) => main.scrollHeight > main.clientHeight)
    expect(isOverflowing).toBe(false)
  },
)
