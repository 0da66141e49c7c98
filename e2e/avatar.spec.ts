import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { openScreen } from './support/actions.ts'
import { animatedGif, makePicture, imageSize } from './support/pictures.ts'
import type { TestSandbox } from './support/sandbox.ts'
import { expect, heading, test } from './support/test.ts'

const limit = 204_800

async function openAvatar(page: Page): Promise<void> {
  await openScreen(page, 'Avatar')
  await expect(heading(page, 'Avatar')).toBeVisible()
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Image file', { exact: true }).setInputFiles({ name, mimeType, buffer })
const makeDrawing = (page: Page, width: number, height: number) =>
  makePicture(page, { width, height, type: 'image/png', noise: false })
const crop = (page: Page) => page.getByRole('application', { name: /^Crop area/ })
const save = (page: Page) => page.getByRole('button', { name: 'Set avatar' })
const inSwitcher = (page: Page) => page.getByRole('button', { name: /^Account: / }).locator('img')
const preview = (page: Page) =>
  page
    .locator('canvas.round')
    .first()
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

/** A PNG whose header claims these dimensions. */
function withSize(png: Buffer, side: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(side, 16)
  changed.writeUInt32BE(side, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

/** The user’s avatar as GitLab serves it. */
async function pictureOf({ url, tokens }: TestSandbox) {
  const headers = { 'PRIVATE-TOKEN': tokens.user }
  const { avatar_url } = await (await fetch(`${url}/api/v4/user`, { headers })).json()
  const answer = await fetch(avatar_url)
  return {
    type: answer.headers.get('content-type') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

test('makes an avatar from a large photo and shows it everywhere @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openAvatar(page)
  await expect(inSwitcher(page)).toBeVisible()
  const before = await inSwitcher(page).getAttribute('src')
  await app.expectAccessible()
  const photo = await makePicture(page, {
    width: 1600,
    height: 1200,
    type: 'image/jpeg',
    noise: true,
  })
  expect(photo.length).toBeGreaterThan(1_000_000)
  await choose(page, 'photo.jpg', 'image/jpeg', photo)
  await expect(crop(page)).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Send the original file' })).toHaveCount(0)

  const whole = await preview(page)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => preview(page)).not.toBe(whole)
  await page.keyboard.press('+')
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('0')
  const moved = await preview(page)
  const box = (await crop(page).boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => preview(page)).not.toBe(moved)
  const zoomed = await preview(page)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 130)
  await page.mouse.up()
  await expect.poll(() => preview(page)).not.toBe(zoomed)
  await app.expectAccessible()

  await save(page).click()
  await expect(page.getByText('Avatar updated.')).toBeVisible()
  await expect(crop(page)).toHaveCount(0)
  const { type, bytes } = await pictureOf(sandbox)
  expect(bytes.length).toBeLessThanOrEqual(limit)
  expect(type).toBe('image/jpeg')
  expect(await imageSize(page, type, bytes)).toEqual([192, 192])

  await expect(inSwitcher(page)).not.toHaveAttribute('src', before!)
  await openScreen(page, 'Profile')
  const shown = page.getByRole('main').locator('.avatar img')
  await expect(shown).toHaveAttribute('src', `data:${type};base64,${bytes.toString('base64')}`)
})

test('keeps an image unchanged on request, and explains why an image can’t be used @full', async ({
  app,
  sandbox,
}) => {
  const page = await app.openSignedIn(sandbox)
  await openAvatar(page)

  await test.step('keeps transparency, and sends a small file unchanged on request', async () => {
    const drawing = await makeDrawing(page, 500, 300)
    await choose(page, 'drawing.png', 'image/png', drawing)
    await save(page).click()
    await expect(page.getByText('Avatar updated.')).toBeVisible()
    const small = await pictureOf(sandbox)
    expect(small.type).toBe('image/png')
    expect(await imageSize(page, small.type, small.bytes)).toEqual([192, 192])

    await choose(page, 'drawing.png', 'image/png', drawing)
    await page.getByRole('checkbox', { name: 'Send the original file' }).check()
    await save(page).click()
    await expect.poll(async () => (await pictureOf(sandbox)).bytes.equals(drawing)).toBe(true)
  })

  await test.step('keeps an animation, or warns that only its first frame is sent', async () => {
    const gif = animatedGif()
    await choose(page, 'moving.gif', 'image/gif', gif)
    const original = page.getByRole('checkbox', { name: 'Send the original file' })
    await expect(original).toBeChecked()
    await expect(page.getByText('keeps its animation')).toBeVisible()
    await save(page).click()
    await expect.poll(async () => (await pictureOf(sandbox)).bytes.equals(gif)).toBe(true)

    await choose(page, 'moving.gif', 'image/gif', gif)
    await original.uncheck()
    await expect(page.getByText('Only the first frame of the animation is sent.')).toBeVisible()
    await choose(page, 'large.gif', 'image/gif', animatedGif(limit))
    await expect(original).toHaveCount(0)
    await expect(page.getByText('sent: the file is larger than 200 KiB.')).toBeVisible()
    await choose(page, 'still.png', 'image/png', await makeDrawing(page, 200, 200))
    await expect(original).not.toBeChecked()
    await expect(page.getByText('first frame')).toHaveCount(0)
  })

  await test.step('explains in one sentence why an image can’t be used, and keeps the previous one', async () => {
    const drawing = await makeDrawing(page, 200, 200)
    await choose(page, 'good.png', 'image/png', drawing)
    await expect(crop(page)).toBeVisible()
    const cases = [
      ['notes.txt', 'text/plain', Buffer.from('no picture'), 'isn’t a supported image'],
      ['drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="…"/>'), 'isn’t a supported image'],
      ['empty.png', 'image/png', Buffer.alloc(0), 'isn’t a supported image'],
      ['torn.png', 'image/png', drawing.subarray(0, 60), 'is damaged'],
      ['vast.png', 'image/png', withSize(drawing, 20_000), 'is too large.'],
    ] as const
    for (const [name, type, bytes, words] of cases) {
      await choose(page, name, type, bytes)
      await expect(page.getByRole('alert')).toContainText(words)
      await expect(page.getByRole('alert')).toContainText(name)
      await expect(crop(page)).toBeVisible()
    }
    await app.expectAccessible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(crop(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Choose an image' })).toBeFocused()
  })

  await test.step('keeps the image while GitLab is down, and asks before leaving the screen', async () => {
    const drawing = await makeDrawing(page, 200, 200)
    await choose(page, 'drawing.png', 'image/png', drawing)
    await sandbox.stop()
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Can’t reach')
    await expect(crop(page)).toBeVisible()
    await page.getByRole('link', { name: 'Status' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await sandbox.start()
    await expect(page.getByRole('alert').getByRole('button', { name: /^Retry/ })).toHaveCount(0)
    await save(page).click()
    await expect(page.getByText('Avatar updated.')).toBeVisible()
  })
})
