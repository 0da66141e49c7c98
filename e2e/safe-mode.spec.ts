import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen } from './support/actions.ts'
import { expect, heading, test } from './support/test.ts'

test('after two starts that ended badly nothing is loaded until somebody continues @full', async ({
  app,
  sandbox,
}) => {
  const first = await app.openSignedIn(sandbox)
  await expect(heading(first, 'Home')).toBeVisible()
  await app.close()
  writeFileSync(join(app.data, 'starts.json'), JSON.stringify({ unfinished: 2 }))

  const page = await app.open()
  const banner = page.getByRole('region', { name: 'Safe mode' })
  await expect(banner).toContainText('it doesn’t load or send anything')
  await app.expectAccessible()
  await banner.getByRole('button', { name: 'Continue normally' }).click()
  await expect(banner).toHaveCount(0)
  await openScreen(page, 'Emails')
  await expect(page.getByText('maya@tidewater.example').first()).toBeVisible()
})
