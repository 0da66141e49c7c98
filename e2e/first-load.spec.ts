import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, heading, test } from './support/test.ts'

const kibibyte = 1024

test(
  'loads less than 250 KB, compressed, before the first screen stands',
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
    expect(total).toBeLessThan(250 * kibibyte)
  },
)
